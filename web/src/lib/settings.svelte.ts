/** What a reader likes: kept in this browser, never sent anywhere. */

export const PACES = { instant: 0, quick: 0.35, steady: 1, slow: 2 } as const;
export type Pace = keyof typeof PACES;

export interface Settings {
  pace: Pace;
  routine: Record<string, string>;
  coordinates: boolean;
  arcs: boolean;
  tracks: boolean;
  locale: string;
  helped: boolean;
}

const KEY = "viermot.settings";
const DEFAULTS: Settings = {
  pace: "quick",
  routine: {},
  coordinates: false,
  arcs: true,
  tracks: true,
  locale: "",
  helped: false,
};

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
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

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
