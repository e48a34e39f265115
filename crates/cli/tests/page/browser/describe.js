// How an element is called in messages: its tag, id and classes.
(element) =>
  element.tagName.toLowerCase() + (element.id && "#" + element.id) + [...element.classList].map((name) => "." + name).join("")
