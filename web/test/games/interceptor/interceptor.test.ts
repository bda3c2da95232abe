import { describe, expect, it } from "vitest";
import hangar from "../../../../src/viermot/games/interceptor/data/interceptors.toml?raw";
import allied from "../../../../src/viermot/games/interceptor/data/allied.toml?raw";
import raids from "../../../../src/viermot/games/interceptor/data/raids.toml?raw";
import units from "../../../../src/viermot/games/interceptor/data/units.toml?raw";
import { airframe, outline, place, scattered } from "../../../src/games/interceptor/airframes";
import { bookOf, columns, fallenOf, latestEntry } from "../../../src/games/interceptor/book";
import { gradesOf, nextPilot, standings } from "../../../src/games/interceptor/career";
import { along, BASES, HEIGHT, meeting, placed, routeTo, TARGETS, WIDTH } from "../../../src/games/interceptor/europe";
import { careersOf } from "../../../src/games/interceptor/fame";
import { firingOf, notationOf } from "../../../src/games/interceptor/firing";
import { exchangeOf, roundsOf } from "../../../src/games/interceptor/rounds";
import { narration } from "../../../src/games/interceptor/narration";
import type { PilotRecord } from "../../../src/games/interceptor/types";
import { learnWords, modifierOf, raidOf, signed } from "../../../src/games/interceptor/words";
import type { EventLine, TableLine, View } from "../../../src/lib/messages";
import career from "../../fixtures/career.json";

const events = career.events as unknown as EventLine[];
const names = (toml: string, key: string): string[] =>
  [...toml.matchAll(new RegExp(`^${key} = "([^"]+)"`, "gm"))].map((found) => found[1] ?? "");

let next = 0;
const event = (kind: string, data: Record<string, unknown> = {}): EventLine => ({
  number: next++,
  turn: 1,
  kind,
  rules: [],
  data,
  text: kind,
  modifiers: [],
});

describe("drawings", () => {
  it("has an outline for every aircraft of the game", () => {
    const models = [...names(hangar, "name").filter((name) => /-\d|410A|110G/.test(name)), ...names(allied, "name")];
    expect(models.length).toBeGreaterThan(30);
    for (const model of models) {
      const { path, size } = outline(model);
      expect(path).not.toContain("NaN");
      expect(size).toBeGreaterThan(8);
    }
    expect(airframe("Me410A-1/U4")).not.toBe(airframe("Bf110G-2"));
    expect(airframe("YB-40")).toBe(airframe("B-17F"));
  });

  it("winds every piece the same way, so that overlaps stay filled", () => {
    for (const model of ["Bf109G-6", "Bf110G-2", "B-17F", "P-38", "Spitfire IX"]) {
      const pieces = outline(model).path.split("Z").filter(Boolean);
      const turns = pieces.map((piece) => {
        const points = [...piece.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(
          (found) => [Number(found[1]), Number(found[2])] as const,
        );
        return Math.sign(
          points.reduce((sum, [x, y], index) => {
            const [u, v] = points[(index + 1) % points.length] ?? [0, 0];
            return sum + x * v - u * y;
          }, 0),
        );
      });
      expect(new Set(turns), model).toEqual(new Set([1]));
    }
  });

  it("puts port to the left, starboard to the right, and a mark for every hit", () => {
    const frame = airframe("Fw190A-6");
    expect(place(frame, "port wing")[0]).toBeLessThan(0);
    expect(place(frame, "starboard wing")[0]).toBeGreaterThan(0);
    expect(scattered(frame, "port wing", 3)).toHaveLength(3);
    expect(place(airframe("B-17F"), "port outer engine")[0]).toBeLessThan(
      place(airframe("B-17F"), "port inner engine")[0],
    );
  });
});

describe("the map", () => {
  it("knows every target and every base, and has them on the sheet", () => {
    const targets = [...raids.matchAll(/^roll_\d+ = \["([^"]+)"/gm)].map((found) => found[1] ?? "");
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((target) => !(target in TARGETS))).toEqual([]);
    expect(names(units, "base").filter((base) => !(base in BASES))).toEqual([]);
    for (const [x, y] of [...Object.values(TARGETS), ...Object.values(BASES)]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(WIDTH);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(HEIGHT);
    }
  });

  it("meets the raid before the target while bombs are aboard, later on its way home", () => {
    const route = routeTo("Schweinfurt", "Frankfurt");
    const far = (box: number): number => {
      const [x, y] = meeting(route, box, [1, 2], 4);
      return Math.hypot(x - route.target[0], y - route.target[1]);
    };
    expect(far(2)).toBeLessThan(far(1));
    expect(far(3)).toBeLessThan(far(4));
    expect(along([placed(0, 50), placed(2, 50)], 0.5)[0]).toBeCloseTo(placed(1, 50)[0], 0);
  });
});

describe("a round of fire", () => {
  const options = [
    "airframe",
    "port wing",
    "starboard wing",
    "airframe burst",
    "port wing burst",
    "starboard wing burst",
    "break off",
  ].map((option) => ({ option, label: option }));
  it("is an aim and what goes with it", () => {
    const firing = firingOf(options);
    expect(firing.aims).toEqual(["port wing", "airframe", "starboard wing"]);
    expect(firing.extras).toEqual(["burst"]);
    expect(firing.others.map(({ option }) => option)).toEqual(["break off"]);
    expect(notationOf("starboard wing", new Set(["first", "burst"]))).toBe("starboard wing burst first");
  });

  it("shows the cards of the round, and the one before while the next is only announced", () => {
    const log = [
      event("round", { range: "long" }),
      event("card", { use: "attack", card: 58 }),
      event("fires", { fp: 17, result: 3 }),
      event("bomber_hit", {}),
      event("bomber_hit", {}),
      event("card", { use: "bomber's fire", card: 7 }),
      event("defensive_fire", { hits: 1 }),
    ];
    const { cards, told } = exchangeOf(log);
    expect(cards.map(({ use, card, fp }) => [use, card, fp])).toEqual([
      ["attack", 58, 17],
      ["bomber's fire", 7, null],
    ]);
    expect(told.map(({ kind }) => kind)).toContain("defensive_fire");
    expect(exchangeOf([...log, event("fight_round", { round: 2 })]).cards).toHaveLength(2);
    expect(exchangeOf([...log, event("flown")]).cards).toHaveLength(0);
    expect(roundsOf(log)).toEqual([{ range: "long", given: 2, taken: 1 }]);
  });
});

describe("the book", () => {
  const book = bookOf(events);
  it("has every line of the log sheet, with the victories of the pilot", () => {
    const flown = book.lines.filter((line) => line.aircraft);
    expect(flown).toHaveLength(career.result.sorties);
    expect(flown.reduce((sum, line) => sum + line.bombers, 0)).toBe(career.result.bombers);
    expect(flown.reduce((sum, line) => sum + line.fighters, 0)).toBe(career.result.fighters);
    expect(book.victories.filter(({ who }) => who === "pilot")).toHaveLength(career.result.kills);
    expect(book.months.reduce((sum, month) => sum + month.sorties, 0)).toBe(career.result.sorties);
    expect(flown.every((line) => line.target && line.weather && line.boxes.length > 0 && line.end)).toBe(true);
    expect(book.milestones.some(({ kind }) => kind === "career_over")).toBe(true);
  });

  it("keeps each pilot's lines apart in company", () => {
    const log = [
      event("line", { month: "Mar43", line: 1 }),
      event("turn_of", { pilot: "pilot1" }),
      event("take_off", { aircraft: "Fw190A-4" }),
      event("turn_of", { pilot: "pilot2" }),
      event("take_off", { aircraft: "Bf109G-4" }),
      event("kill", { who: "pilot", type: "B-17F" }),
      event("turn_of", { pilot: "pilot1" }),
      event("landed"),
    ];
    expect(bookOf(log, 0).lines.map((line) => [line.aircraft, line.bombers, line.end])).toEqual([
      ["Fw190A-4", 0, "landed"],
    ]);
    expect(bookOf(log, 1).lines.map((line) => [line.aircraft, line.bombers])).toEqual([["Bf109G-4", 1]]);
  });

  it("knows a gunner's victory from a wingman's, and lists all that were met", () => {
    const met = [
      ["P-47", "destroyed", "gunner"],
      ["B-17F", "damaged", "pilot"],
    ];
    const log = [
      event("line", { month: "Mar43", line: 1 }),
      event("take_off", { aircraft: "Bf110G-2" }),
      event("kill", { who: "gunner", type: "P-47" }),
      event("kill", { who: "wingman", type: "B-24" }),
      event("log_line", { wound: "unhurt", experience: 1, encounters: met }),
    ];
    expect(bookOf(log).lines).toMatchObject([{ gunner: 1, wingman: 1, bombers: 0, fighters: 0, met_all: met }]);
  });

  it("lines its text up", () => {
    expect(
      columns([
        ["a", "bb"],
        ["ccc", "d"],
      ]),
    ).toBe("a    bb\nccc  d");
  });
});

describe("after a career", () => {
  const line = (id: string, over: Record<string, unknown>, casual = false): TableLine =>
    ({
      id,
      game: "interceptor",
      scenario: "4",
      options: { name: "A" },
      casual,
      imported: false,
      open_seed: false,
      last_change: 1,
      over,
    }) as unknown as TableLine;
  it("ranks careers by bombers and keeps casual ones apart", () => {
    const found = careersOf(
      [
        line("a", { bombers: 3, survived: true }),
        line("b", { bombers: 9 }),
        line("c", { bombers: 30 }, true),
        { ...line("d", {}), over: null },
      ],
      () => "IV/JG 1",
    );
    expect(found.map(({ table, casual }) => [table, casual])).toEqual([
      ["c", true],
      ["b", false],
      ["a", false],
    ]);
    expect(found[1]).toMatchObject({ name: "A", unit: "IV/JG 1", bombers: 9 });
  });

  it("lets the next pilot join as the server says, with the same seats", () => {
    const view = { seats: [{ seat: "pilot", holder: "me" }], casual: true } as unknown as View;
    const made = nextPilot({ scenario: "2", options: { "10.3": true, start: "May43" } }, view);
    expect(made).toEqual({
      game: "interceptor",
      scenario: "2",
      options: { "10.3": true, start: "May43" },
      seats: { pilot: "me" },
      casual: true,
    });
  });

  it("knows the grade of a badge", () => {
    expect(gradesOf([event("badge", { grade: "black" }), event("badge", { grade: "silver" })])).toEqual({
      "wound badge": "silver",
    });
  });
});

describe("company", () => {
  it("gives everybody his own level, in the server's order", () => {
    const record = (level: string, bombers: number, fighters: number): PilotRecord => ({
      level,
      bombers,
      fighters,
      sorties: 40,
      kills: bombers + fighters,
      fate: "survived",
      survived: true,
      name: "",
      unit: "I/JG 2",
      rank: "Leutnant",
      prestige: 0,
      aircraft: "Fw190A-4",
    });
    const result = {
      level: "marginal",
      reason: "the year is over",
      kills: 29,
      bombers: 18,
      survived: true,
      best: 2,
      ranking: [2, 3, 1],
      pilots: [record("defeat", 3, 5), record("marginal", 12, 0), record("defeat", 3, 6)],
    };
    expect(standings(result).map(({ n, level }) => [n, level])).toEqual([
      [2, "marginal"],
      [3, "defeat"],
      [1, "defeat"],
    ]);
    expect(standings(record("draw", 7, 1))).toEqual([{ n: null, level: "draw", bombers: 7, fighters: 1, sorties: 40 }]);
    expect(standings(null)).toEqual([]);
  });
});

describe("words", () => {
  it("names a town that is its own zone once", () => {
    expect(raidOf({ target: "Bremen", zone: "Bremen" })).toBe("Bremen");
    expect(raidOf({ target: "Vegesack", zone: "Bremen" })).toBe("Vegesack, Bremen");
    learnWords({ zone: { Bremen: "Brema" } });
    expect(raidOf({ target: "Bremen", zone: "Bremen" })).toBe("Brema");
    learnWords({});
  });
});

describe("narration", () => {
  it("lets a card be looked at longer than ammunition", () => {
    expect(narration.pause(event("card"))).toBeGreaterThan(narration.pause(event("ammo")));
  });
});

describe("words", () => {
  it("takes a modifier apart", () => {
    expect(modifierOf("+1 forced landing [7.4.5b]")).toEqual({ text: "+1 forced landing", rule: "7.4.5b" });
    expect([signed(2), signed(0), signed(-1)]).toEqual(["+2", "0", "−1"]);
  });
});

describe("what a sortie leaves behind", () => {
  const told = (...kinds: string[]): EventLine[] =>
    kinds.map((kind, number) => ({ number, turn: 1, kind, rules: [], data: {}, text: "", modifiers: kind === "log_line" ? ["“Home.”"] : [] })); // prettier-ignore

  it("is one bomber fewer for each that fell out of this formation", () => {
    expect(fallenOf(told("take_off", "bombers", "target", "bomber_down", "target"))).toBe(1);
    expect(fallenOf(told("take_off", "bombers", "bomber_down", "bombers", "target"))).toBe(0);
    expect(fallenOf(told("bombers", "bomber_down", "bomber_down"))).toBe(2);
  });

  it("is an entry in the diary, until the next begins", () => {
    expect(latestEntry(told("take_off", "landed", "log_line", "award"))).toBe("“Home.”");
    expect(latestEntry(told("log_line", "take_off"))).toBe("");
  });
});
