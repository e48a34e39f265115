// The centre of an element after scrolling to it, or why it cannot be reached there.
(describe, selector) => {
  const element = document.querySelector(selector);
  if (!element) return { problem: "is no longer on the page" };
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  // A link over two lines has two boxes, and the centre of both may be beside them.
  const box = element.getClientRects()[0];
  if (!box || box.width === 0 || box.height === 0) return { problem: "has no size" };
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const there = document.elementFromPoint(x, y);
  if (!there) return { problem: "is outside of the window" };
  if (!element.contains(there)) return { problem: "is covered by " + describe(there) };
  return { x, y };
}
