// Dialogs: what is asked before something is done.

import { element } from "./dom.js";

/** Shows a dialog with this title; it leaves the page when it is closed, and the focus goes back to where it was. */
export function showDialog(title, { onclose = () => {} }, ...content) {
  const dialog = element(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => (dialog.remove(), onclose(dialog)) },
    element("div", { class: "stack" }, element("h2", { id: "dialog-title" }, title), content),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something is done that cannot be undone; answers whether it is wanted. The keys begin on the harmless answer. */
export function confirmed({ question, about = null, yes, no }) {
  return new Promise((resolve) => {
    showDialog(
      question,
      { onclose: ({ returnValue }) => resolve(returnValue === "yes") },
      about && element("p", {}, about),
      element(
        "form",
        { method: "dialog", class: "row" },
        element("button", { value: "no", class: "main", autofocus: true }, no),
        element("button", { value: "yes", class: "danger" }, yes),
      ),
    );
  });
}
