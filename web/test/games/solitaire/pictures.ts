/** What a solitaire game may show and tell, as small as can be. */
import type { EventLine } from "../../../src/lib/messages";
import type { Counter, SoloPicture } from "../../../src/games/solitaire/types";

let next = 0;
export const event = (kind: string, data: Record<string, unknown> = {}, turn = 1): EventLine => ({
  number: next++,
  turn,
  kind,
  rules: [],
  data,
  text: kind,
  modifiers: [],
});

export const counter = (name: string, hex: string, more: Partial<Counter> = {}): Counter => ({
  counter: name, bomber: Number.parseInt(name, 10), type: "Lancaster I/III", hidden: false, hex, facing: "S", level: "high", left: 3,
  area: [{ hex, dice: "3/5-6" }], excluded: [], track: null, lit_in: null, tallied_by: [], fixed_by: [], hits: 0, alerted: false, h2s: false, ...more,
}); // prettier-ignore

const fighter = {
  id: "201",
  type: "Do215B-5",
  pilot: "normal",
  hex: "1014",
  facing: "NE",
  fate: "on map",
  hits: 0,
  damage: 3,
  dives: 0,
  blinded: 0,
  tally: null,
  fix: null,
};
export const solo = (counters: Counter[]): SoloPicture =>
  ({
    game: "solitaire", seat: "player", scenario: "4B", turn: 3, turn_space: 3, phase: 5, environment: { moon: "none", visibility: "good", cloud: "none", altitude: "normal", contrails: false },
    fighters: [{ ...fighter }], counters, gone: [], coming: [], searches: [{ radar: "Freya", counter: "1a", hex: "0403", result: "refined" }], radars: [], options: [], cup: null,
    score: { kills: 0, losses: 0, score: 0 }, over: null,
  }) as unknown as SoloPicture; // prettier-ignore
