/** What a reader likes: kept in this browser, never sent anywhere. */

import { isObject } from "./decode";

export const PACES = { instant: 0, quick: 0.35, steady: 1, slow: 2 } as const;
export type Pace = keyof typeof PACES;

export interface Settings {
  pace: Pace;
  /** New tables ask every question of the book, settled or not. */
  askEverything: boolean;
  coordinates: boolean;
  arcs: boolean;
  tracks: boolean;
  /** Long maps have north up on a wide screen, too. */
  northUp: boolean;
  /** The belief map: where somebody unseen may be. */
  belief: "off" | "outline" | "shaded";
  locale: string;
  helped: boolean;
  /** What happens is heard, and a line says what is. */
  sound: boolean;
  captions: boolean;
  /** The coach of a lesson is seen. */
  coach: boolean;
  /** The browser tells when it is the reader's turn. */
  notify: boolean;
}

const KEY = "viermot.settings";
const DEFAULTS: Settings = {
  pace: "quick",
  askEverything: false,
  coordinates: false,
  arcs: true,
  tracks: true,
  northUp: false,
  belief: "off",
  locale: "",
  helped: false,
  sound: false,
  captions: false,
  coach: true,
  notify: false,
};

/** What somebody else, or another version, may have written there is left out. */
function readKept(kept: unknown): Partial<Settings> {
  if (!isObject(kept)) return {};
  const fits = (name: string): boolean =>
    typeof kept[name] === typeof Object.entries(DEFAULTS).find(([known]) => known === name)?.[1];
  return Object.fromEntries(Object.entries(kept).filter(([name]) => name in DEFAULTS && fits(name)));
}

function load(): Settings {
  try {
    return { ...DEFAULTS, ...readKept(JSON.parse(localStorage.getItem(KEY) ?? "{}")) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

/** To be called in a root effect: writes settings down whenever they change. */
export function keepSettings(): void {
  const text = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** Everything on the page, and what the server says, in another language: the page is read anew. */
export function speak(locale: string): void {
  settings.locale = locale;
  keepSettings();
  location.reload();
}

/** Shall nothing move by itself? So the reader's system says, or the pace he chose. */
export const still = (): boolean =>
  settings.pace === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
