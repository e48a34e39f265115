// Sounds of the game, made here: short tones, none of them from a file. They are off unless the settings say otherwise.

/** Frequency in hertz, length in seconds, loudness, and the shape of the wave. */
const SOUNDS = {
  shift: [220, 0.03, 0.2, "triangle"],
  rotate: [330, 0.04, 0.25, "triangle"],
  hold: [294, 0.07, 0.3, "triangle"],
  drop: [110, 0.08, 0.5, "triangle"],
  lock: [147, 0.06, 0.35, "triangle"],
  clear: [523, 0.16, 0.4, "sine"],
  tetris: [784, 0.3, 0.5, "sine"],
  level: [659, 0.3, 0.4, "sine"],
  garbage: [82, 0.15, 0.5, "square"],
  won: [1047, 0.6, 0.5, "sine"],
  over: [98, 0.6, 0.5, "sine"],
};

export class Sounds {
  #context = null;

  /** Whether the game can be heard, and how loud, from 0 to 100. */
  constructor(isOn, volume) {
    this.isOn = isOn;
    this.volume = volume / 100;
  }

  /** Plays what happened, each sound once. */
  play(events) {
    if (!this.isOn || events.length === 0) return;
    // Browsers let a page be heard only after a key or a click.
    this.#context ??= new AudioContext();
    for (const event of new Set(events)) if (event in SOUNDS) this.#tone(...SOUNDS[event]);
  }

  #tone(frequency, length, loudness, type) {
    const context = this.#context;
    const now = context.currentTime;
    const oscillator = new OscillatorNode(context, { frequency, type });
    const gain = new GainNode(context, { gain: loudness * this.volume });
    gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + length);
  }

  close() {
    this.#context?.close();
  }
}
