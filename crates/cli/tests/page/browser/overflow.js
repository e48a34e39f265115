// Lines about a page that is wider than its window: that it scrolls sideways, and what sticks out of the window.
(describe) => {
  const shown = document.documentElement.clientWidth;
  const lines = [];
  const whole = document.documentElement.scrollWidth;
  if (whole > shown) lines.push(`the page is ${whole} px wide and shown on ${shown} px`);

  // Whether an ancestor, other than the page itself, cuts the element off or scrolls it.
  const isContained = (element) => {
    let position = getComputedStyle(element).position;
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (position === "fixed") return false;
      const style = getComputedStyle(box);
      // What is positioned absolutely leaves boxes that are not positioned.
      if (position === "absolute" && style.position === "static") continue;
      if (style.overflowX !== "visible") return true;
      position = style.position;
    }
    return false;
  };

  // Left of the window is where things for screen readers are hidden; only what is half there is cut off.
  const sticksOut = ({ left, right, width, height }) =>
    width > 0 && height > 0 && (right > shown + 0.5 || (left < -0.5 && right > 0.5));

  const found = new Set();
  const look = (element, box, what) => {
    if (!sticksOut(box) || getComputedStyle(element).visibility === "hidden" || isContained(element)) return;
    // What is in something that was found says nothing new.
    for (let outer = element; outer; outer = outer.parentElement) if (found.has(outer)) return;
    found.add(element);
    lines.push(`${describe(element)}${what} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px of ${shown} px`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      look(node, node.getBoundingClientRect(), "");
    } else if (node.data.trim() && getComputedStyle(node.parentElement).overflowX === "visible") {
      const range = document.createRange();
      range.selectNode(node);
      look(node.parentElement, range.getBoundingClientRect(), " with its text");
    }
  }
  return lines;
}
