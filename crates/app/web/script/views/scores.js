// Still to come.
export function open({ root }) {
  root.textContent = "scores";
}
