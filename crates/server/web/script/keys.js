// Keys as the settings name them: `left`, `space`, `x`, `ctrl-r`, `left-shift`, `keypad-4`.

const NAMES = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  " ": "space",
  Enter: "enter",
  Escape: "esc",
  Tab: "tab",
  Backspace: "backspace",
  Insert: "insert",
  Delete: "delete",
  Home: "home",
  End: "end",
  PageUp: "page-up",
  PageDown: "page-down",
  ContextMenu: "menu",
  Clear: "keypad-begin",
};

const MODIFIERS = {
  ShiftLeft: "left-shift",
  ShiftRight: "right-shift",
  ControlLeft: "left-control",
  ControlRight: "right-control",
  AltLeft: "left-alt",
  AltRight: "right-alt",
};

/** The name of a key; nothing if it has none. */
export function keyName(event) {
  if (event.code in MODIFIERS) return MODIFIERS[event.code];
  const isOnKeypad = event.location === KeyboardEvent.DOM_KEY_LOCATION_NUMPAD;
  let name = NAMES[event.key];
  const isCharacter = name === undefined || name === "space";
  if (name === undefined) {
    if (/^F([1-9]|[12]\d|3[0-5])$/.test(event.key)) name = event.key.toLowerCase();
    else if ([...event.key].length === 1) name = event.key.toLowerCase();
    else return null;
  }
  const shift = event.shiftKey && !isCharacter ? "shift-" : "";
  const held = `${event.ctrlKey ? "ctrl-" : ""}${event.altKey ? "alt-" : ""}${shift}`;
  return `${held}${isOnKeypad && name !== "keypad-begin" ? "keypad-" : ""}${name}`;
}

/** What keys do: names of commands by names of keys. */
export class Bindings {
  #commands = new Map();
  #shown = new Map();

  constructor(commands) {
    for (const { command, keys, shown } of commands) {
      for (const key of keys) this.#commands.set(key, command);
      this.#shown.set(command, shown);
    }
  }

  /** What a key does. A modifier that is held for its own sake does not change what other keys do, and the keypad counts as the rest. */
  command(event) {
    const name = keyName(event);
    if (name === null) return null;
    const bare = name.replace(/^(ctrl-|alt-|shift-)+(?=.)/, "");
    for (const candidate of [name, name.replace("keypad-", ""), bare, bare.replace("keypad-", "")]) {
      const command = this.#commands.get(candidate);
      if (command !== undefined) return command;
    }
    return null;
  }

  /** The keys of a command as they are shown. */
  shown(command) {
    return this.#shown.get(command) ?? [];
  }
}
