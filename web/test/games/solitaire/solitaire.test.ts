import { describe, expect, it } from "vitest";
import { Grid } from "../src/lib/hex";
import {
  awardsOf,
  calendarOf,
  columns,
  curve,
  diaryOf,
  figures,
  flightLines,
  groundLines,
  scenarioOf,
} from "../src/games/campaign/book";
import { narration } from "../src/games/campaign/narration";
import type { CareerPicture } from "../src/games/campaign/types";
import { summaryOf } from "../src/games/campaign/words";
import { lookedAtAs } from "../src/lib/looking.svelte";
import type { EventLine, Question } from "../src/lib/messages";
import { choiceOf } from "../src/games/nightfighter/choice";
import { pause } from "../src/games/solitaire/narration";
import { counterOf, foremost, nightOf, percent, vanished } from "../src/games/solitaire/night";
import type { Counter, SoloPicture } from "../src/games/solitaire/types";
import type { Table } from "../src/lib/table.svelte";
import { tokens } from "../src/lib/tokens";

let next = 0;
const event = (kind: string, data: Record<string, unknown> = {}, turn = 1): EventLine => ({
  number: next++,
  turn,
  kind,
  rules: [],
  data,
  text: kind,
  modifiers: [],
});

const counter = (name: string, hex: string, more: Partial<Counter> = {}): Counter => ({
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
const solo = (counters: Counter[]): SoloPicture =>
  ({
    game: "solitaire", seat: "player", scenario: "4B", turn: 3, turn_space: 3, phase: 5, environment: { moon: "none", visibility: "good", cloud: "none", altitude: "normal", contrails: false },
    fighters: [{ ...fighter }], counters, gone: [], coming: [], searches: [{ radar: "Freya", counter: "1a", hex: "0403", result: "refined" }], radars: [], options: [], cup: null,
    score: { kills: 0, losses: 0, score: 0 }, over: null,
  }) as unknown as SoloPicture; // prettier-ignore

describe("the solitaire picture", () => {
  it("is one of Nightfighter with every counter a contact", () => {
    const night = nightOf(
      solo([counter("1a", "0403"), counter("2", "0910", { level: "none", area: [], hidden: true, track: "above" })]),
    );
    expect(night.contacts.map(({ contact, type, level }) => [contact, type, level])).toEqual([
      ["1a", "Lancaster I/III", "high"],
      ["2", null, "none"],
    ]);
    expect(night.searches).toEqual([{ radar: "Freya", hex: "0403", result: "contact" }]);
    expect(night.sees_ahead).toBe(true);
  });

  it("lets a counter be pointed at as an answer", () => {
    const question = {
      number: 1,
      kind: "tally",
      rule: "",
      prompt: "",
      facts: {},
      options: [
        { option: "none", label: "do not look" },
        { option: "1a", label: "1a" },
      ],
      count: 2,
      undoable: false,
    } as Question;
    const choice = choiceOf(question, nightOf(solo([counter("1a", "0403")])), new Grid(18, 26));
    expect(choice.way).toBe("units");
    expect(choice.way === "units" && [...choice.units.keys()]).toEqual(["1a"]);
  });

  it("knows the chance that matters, and which counter it is about", () => {
    expect(foremost({ real: 0.2, phantom: 0.8 })).toBe(0.2);
    expect(foremost({ found: 0.3, phantom: 0.1 })).toBe(0.3);
    expect(foremost({})).toBeNull();
    expect([0, 0.004, 0.4213, 0.996, 1].map(percent)).toEqual(["0 %", "< 1 %", "42 %", "> 99 %", "100 %"]);
    const counters = [counter("1a", "0403"), counter("1b", "1003")];
    expect(counterOf("1003", counters)?.counter).toBe("1b");
    expect(counterOf("1a", counters)?.hex).toBe("0403");
    expect(counterOf("done", counters)).toBeUndefined();
  });

  it("tells phantoms from those that flew on", () => {
    const before = [counter("1a", "0403"), counter("1b", "1003"), counter("2a", "1603")];
    const gone = [
      { counter: "1b", type: "", fate: "removed", hits: 0, may_be_it: false },
      { counter: "2a", type: "", fate: "exited", hits: 0, may_be_it: false },
    ];
    expect(vanished(before, [before[0] as Counter], gone).map((each) => each.counter)).toEqual(["1b"]);
  });
});

describe("news of a solitaire game", () => {
  it("is looked at as long as Nightfighter's, unless it is its own", () => {
    expect(["counters_moved", "phantom", "roll"].map((kind) => pause(event(kind)))).toEqual([0, 700, 900]);
  });
});

describe("a career", () => {
  const events = [
    event("week", { week: 1, moon: "half" }), event("flies", {}), event("take_off", { number: 1 }), event("flight", { what: "turn" }),
    event("week", { week: 2, moon: "full" }, 2), event("take_off", { number: 2 }, 2),
    event("flight", { what: "moved", turn: 3, data: { fighter: "201", hex: "0502", facing: "N" } }, 2), event("kill", {}, 2), event("award", { crew: "Fw. X", award: "iron_cross_2" }, 2),
  ]; // prettier-ignore

  it("is remembered week by week", () => {
    const marks = { flies: "flew", take_off: "sortie", kill: "kill", award: "award" };
    expect(calendarOf(events, marks).map(({ week, moon, marks: all }) => [week, moon, all])).toEqual([
      [1, "half", ["flew", "sortie"]],
      [2, "full", ["sortie", "kill", "award"]],
    ]);
    expect(diaryOf(events, ["kill"])).toEqual([{ week: 2, text: "kill" }]);
    const crews = [
      { pilot: "Fw. X", awards: ["iron_cross_2"] },
      { pilot: "Lt. Y", awards: ["iron_cross_1"] },
    ];
    expect(awardsOf({ crews } as unknown as CareerPicture, events)).toEqual([
      { week: 0, crew: "Lt. Y", award: "iron_cross_1" },
      { week: 2, crew: "Fw. X", award: "iron_cross_2" },
    ]);
    expect(groundLines(events).some(({ kind }) => kind === "flight")).toBe(false);
  });

  it("has the log of its last sortie as that sortie's game tells it", () => {
    expect(flightLines(events).map(({ kind, turn, data }) => [kind, turn, data["hex"]])).toEqual([
      ["moved", 3, "0502"],
    ]);
    expect(flightLines(events.slice(0, 4))).toEqual([]);
  });

  it("tells the news of a sortie as that sortie's game does", () => {
    expect(narration.pause(events[3] as EventLine)).toBe(0);
    expect(narration.pause(event("flight", { what: "roll", turn: 1, data: {} }))).toBeGreaterThan(0);
  });

  it("has figures, curves and columns", () => {
    const history = [
      [1, 0, 34, 8, 1, 1, 1, 0],
      [2, 6, 40, 9, 1, 1, 2, 0],
    ];
    expect([figures(history, "points"), figures(history, "kills"), figures(history, "sorties")]).toEqual([
      [34, 40],
      [8, 9],
      [1, 2],
    ]);
    expect(curve([0, 10], 4, 100, 50, 10)).toBe("25.0,50.0 50.0,0.0");
    expect(
      columns([
        ["a", "bb"],
        ["ccc", "d"],
      ]),
    ).toBe("a    bb\nccc  d");
  });

  it("shows a sortie as a scenario, and itself in three figures", () => {
    const picture = {
      scenario: "seasoned", status: "published", sortie_number: 2, sortie: solo([]), crews: [{ points: 34, kills: 8 }], kills: [], sorties: [1, 2], score: { total: 8 },
      orders: { kind: "dunaja", size: "lone", bomber: "Stirling I/III", low: true, zones: ["K"], radar: ["Freya"], last_turn: 25 },
    } as unknown as CareerPicture; // prettier-ignore
    expect(scenarioOf(picture, "Sortie 2", "Dunaja", "June")).toMatchObject({
      id: "Sortie 2",
      map: { zones: ["K"], end_turn: 25 },
      formations: { defenders: [{ type: "Do215B-5" }] },
    });
    expect(scenarioOf({ ...picture, sortie: null, orders: null }, "", "", "")).toBeUndefined();
    expect(summaryOf(picture)).toEqual(["34 points", "8 kills", "2 sorties"]);
  });
});

describe("a table looked at with other eyes", () => {
  it("has another picture, and all else as it is", () => {
    class Plain {
      picture = { own: 1 };
      #answers: string[] = [];
      get asked(): number {
        return this.#answers.length;
      }
      decide(option: string): void {
        this.#answers.push(option);
      }
    }
    const table = new Plain();
    const seen = lookedAtAs(table as unknown as Table, { picture: { other: 2 } }) as unknown as Plain;
    seen.decide("next");
    expect([seen.picture, seen.asked, table.asked, table.picture]).toEqual([{ other: 2 }, 1, 1, { own: 1 }]);
  });
});

describe("words", () => {
  it("puts dice where they were thrown, and counters can be pointed at", () => {
    const names = { columns: 18, rows: 26, units: new Set(["3b"]) };
    expect(tokens("Cloud: 1 (1 to 3 cloudy).", names, [1]).map(({ kind }) => kind)).toEqual(["text", "dice", "text"]);
    expect(tokens("Cloud: 1 (1 to 3 cloudy).", names, [1])[0]).toEqual({ kind: "text", text: "Cloud: " });
    expect(tokens("3b is a phantom, 4b is not.", names).map(({ kind }) => kind)).toEqual(["contact", "text"]);
  });
});
