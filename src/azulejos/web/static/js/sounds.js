// Discreet sounds, made by the browser's synthesiser: no file is loaded. A click takes them away, for all
// tables, and one click brings them back.

import { byId } from "./dom.js";
import { prefer, preferences } from "./preferences.js";
import { _ } from "./text.js";

/**
 * A tone: its frequency in Hz, when it begins and how long it rings in seconds, and how loud it is.
 * @typedef {[frequency: number, at: number, length: number, volume: number]} Tone
 */

/** A piece of glazed clay on wood: two short partials that do not agree. @type {Tone[]} */
const TILE = [[1870, 0, 0.05, 0.05], [2930, 0, 0.03, 0.03], [310, 0, 0.04, 0.06]];

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  tile: TILE,
  points: [[659, 0, 0.25, 0.04], [988, 0.09, 0.35, 0.04]],
  turn: [[784, 0, 0.3, 0.05], [587, 0.12, 0.4, 0.05]],
  end: [[523, 0, 0.5, 0.05], [659, 0.12, 0.5, 0.05], [784, 0.24, 0.8, 0.05]],
};
/** Seconds between two sounds of one name: pieces that land together are heard as one. */
const APART = 0.045;
const ATTACK = 0.004;

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<string, number>} */
const last = new Map();

/** Browsers let a page sound when its reader has done something there. */
function wake() {
  if (!preferences.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

/**
 * Let something be heard, if the reader wants to hear it.
 * @param {keyof typeof SOUNDS} name
 */
export function sound(name) {
  if (!preferences.sound || context?.state !== "running") return;
  const now = context.currentTime;
  if (now - (last.get(name) ?? -1) < APART) return;
  last.set(name, now);
  for (const tone of SOUNDS[name]) ring(context, now, tone);
}

/**
 * @param {AudioContext} audio
 * @param {number} now
 * @param {Tone} tone
 */
function ring(audio, now, [frequency, at, length, volume]) {
  const tone = new OscillatorNode(audio, { type: "sine", frequency });
  const gain = new GainNode(audio, { gain: 0 });
  const from = now + at;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + ATTACK);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

/** Let the reader switch sounds off and on, by the button that the page has for it. */
export function offerSounds() {
  const button = byId("sounds", HTMLButtonElement);
  const show = () => {
    const { sound: on } = preferences;
    button.setAttribute("aria-pressed", String(on));
    button.title = on ? _("Sounds are on") : _("Sounds are off");
  };
  button.addEventListener("click", () => {
    prefer({ sound: !preferences.sound });
    show();
    wake();
    sound("tile");
  });
  for (const does of ["pointerdown", "click", "keydown"]) addEventListener(does, wake);
  show();
}
