// An address that is no place of the page.

import { showTrouble } from "../trouble.js";
import { text } from "../texts.js";

export function open({ root, app }) {
  const title = text("page.nowhere.title");
  showTrouble(root, {
    title,
    sentence: text("page.nowhere.about", { address: location.pathname }),
    links: [
      ["/", text("page.shell.home")],
      ["/play", text("page.shell.play")],
      ["/watch", text("page.shell.watch")],
    ],
  });
  app.title(title);
  return { keys: () => [] };
}
