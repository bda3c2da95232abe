import { describe, expect, it } from "vitest";
import mapText from "../../../../src/viermot/games/bomber_command/data/map.toml?raw";
import cityMaps from "../../../../src/viermot/games/bomber_command/data/city_maps.toml?raw";
import { borders, cellOf, centre, hexAt } from "../../../src/games/bomber_command/board";
import { pictureIn, placeIn, pointsOf, routesIn } from "../../../src/games/bomber_command/after";
import { draws, fitting, handfulOf } from "../../../src/games/bomber_command/cards";
import { choiceOf, whereIs } from "../../../src/games/bomber_command/choice";
import { areasOf, attackOn, bearing, movesOf, placesIn } from "../../../src/games/bomber_command/city";
import { fightsOf, isHeld } from "../../../src/games/bomber_command/fights";
import { logOf, piecesOf } from "../../../src/games/bomber_command/log";
import { hasOdds, headline, outcome, percent } from "../../../src/games/bomber_command/odds";
import { dropPlan, keepPlan, keptPlans, MOST_KEPT } from "../../../src/games/bomber_command/plans";
import { readPlan, writePlan, type Draft } from "../../../src/games/bomber_command/plan";
import { isPassed, subjectOf, titlesOf, type Manner } from "../../../src/games/bomber_command/react";
import { narration } from "../../../src/games/bomber_command/narration";
import { Draft as Sheet, standsFor, stays, type OrderRow } from "../../../src/games/bomber_command/sheet.svelte";
import type { RaidPicture, ScenarioData, Unit } from "../../../src/games/bomber_command/types";
import type { EventLine, Question } from "../../../src/lib/messages";

const on = new Set([...mapText.matchAll(/\{ id = "([A-Q]\d+)"/g)].map((found) => found[1] as string));
let number = 0;
const event = (kind: string, data: Record<string, unknown> = {}, turn = 1): EventLine => ({
  number: number++,
  turn,
  kind,
  rules: ["9.1"],
  data,
  text: kind,
  modifiers: [],
});
const question = (kind: string, options: string[], facts: Record<string, unknown> = {}): Question => ({
  number: 1,
  kind,
  rule: "1",
  prompt: "",
  facts,
  options: options.map((option) => ({ option, label: option })),
  count: options.length,
  undoable: false,
  default: null,
  warnings: {},
  ask_first: false,
  name: "",
  subject: "",
  sheet: "",
  plan: null,
  chances: {},
  rows: [],
  refusals: [],
});
const unit = (name: string, place: string, base: string): Unit => ({
  name,
  type: "Ju88",
  base,
  division: "1.JD",
  twin: true,
  strength: 2,
  place,
  raid: null,
  stacked: null,
  markers: [],
  fuel: 3,
});
const scenario = {
  cities: [
    { name: "Berlin", hex: "O4", flak: 5, map: "A", oboe: false, signature: "Poor" },
    { name: "Bremen", hex: "J4", flak: 3, map: "B", oboe: false, signature: "Normal" },
  ],
  beacons: { Dora: "O3" },
} as unknown as ScenarioData;
const picture = {
  units: [unit("I./NJG5", "K5", "M4"), unit("II./NJG5", "ready", "O4")],
  turn: 3,
  counters: [],
  sky: { weather: {} },
} as unknown as RaidPicture;

describe("whom a card is played on", () => {
  const say = (key: string, fields: Record<string, unknown> = {}): string =>
    `${key} ${Object.values(fields).join(",")}`.trim();
  const flak = { kind: "flak", unit: null, hex: "I8", city: "Essen" };
  const attack = { kind: "gci", unit: "I./NJG1", hex: "I8", city: null };
  it("is the attack, and after it what came of it", () => {
    expect(subjectOf({ unit: "I./NJG1", letter: "D" }, attack, say)).toBe("prompt.attack I./NJG1,D");
    const after = { unit: "I./NJG1", letter: "D", losses: 3, disrupted: 1 };
    expect(subjectOf(after, attack, say)).toBe("prompt.attack I./NJG1,D prompt.losses 3 prompt.disrupted");
    expect(subjectOf({ unit: "I./NJG1", losses: 0, disrupted: 0 }, attack, say)).toBe(
      "prompt.attacks.at I./NJG1,I8 prompt.losses 0",
    );
  });
  it("is a unit and what it is about, by the moment: a name alone says nothing", () => {
    const at = (window: string): string => subjectOf({ window, unit: "I./NJG1" }, null, say);
    expect(at("recovery_roll")).toBe("prompt.lands I./NJG1");
    expect(at("infiltration_roll")).toBe("prompt.infiltrates I./NJG1");
    expect(at("intruder_attack")).toBe("prompt.attacked I./NJG1");
    expect(at("after_attack")).toBe("prompt.attacked I./NJG1");
    expect(at("gci_attack")).toBe("prompt.attacks I./NJG1");
    expect(subjectOf({ window: "gci_attack", unit: "I./NJG1" }, attack, say)).toBe("prompt.attacks.at I./NJG1,I8");
  });
  it("is the raid that flak fires at, where that is one's own", () => {
    expect(subjectOf({ letter: "D" }, flak, say)).toBe("prompt.flak.at Essen,D");
    expect(subjectOf({}, { ...flak, city: null }, say)).toBe("prompt.flak I8");
  });
  it("is whoever has just taken off", () => {
    const facts = { window: "units_scrambled" };
    expect(subjectOf(facts, null, say, ["I./JG300", "NJGr10"])).toBe("prompt.scrambled I./JG300, NJGr10");
    expect(subjectOf({ window: "detection" }, null, say, ["I./JG300"])).toBe("");
  });
  it("is nothing where it is about nobody", () => {
    expect(subjectOf({}, null, say)).toBe("");
    expect(subjectOf({ letter: "D" }, null, say)).toBe("prompt.raid D");
  });
});

describe("the map", () => {
  it("has the hexes of the game, and knows the nearest to a point", () => {
    expect(on.size).toBe(169);
    expect(cellOf("O4")).toEqual({ column: 15, row: 4 });
    expect(cellOf("R1")).toBeNull();
    expect(hexAt(centre("H7"), on)).toBe("H7");
    expect(hexAt({ x: -400, y: 0 }, on)).toBeNull();
  });

  it("draws borders only between what differs", () => {
    expect(
      borders(
        new Map([
          ["J4", "a"],
          ["J5", "a"],
        ]),
      ),
    ).toBe("");
    expect(
      borders(
        new Map([
          ["J4", "a"],
          ["J5", "b"],
        ]),
      ).match(/M/g),
    ).toHaveLength(1);
  });
});

describe("plans", () => {
  const text =
    "E main Bremen 1.1 D5 I5 J4* C7; B mosquito Berlin from E entering I5 I4 C6; F gardening H3 2 D3 E3-H3* G4-D3";
  const cities = ["Berlin", "Bremen", "Köln / Leverkusen", "München Gladbach"];
  const aimOf = (draft: Draft): string =>
    draft.kind === "gardening" ? draft.target : draft.target === "Bremen" ? "J4" : "O4";

  it("are read and written as the game writes them", () => {
    const plan = readPlan(text, cities);
    expect(plan.map((raid) => raid.kind)).toEqual(["main", "mosquito", "gardening"]);
    expect(writePlan(plan, aimOf)).toBe(text);
    expect(readPlan("G mosquito münchen_gladbach 3 D5 C7", cities)[0]?.target).toBe("München Gladbach");
    expect(readPlan("nonsense; Z main Berlin", cities)).toEqual([]);
  });
});

describe("choices", () => {
  it("lie where the thing is", () => {
    const choice = choiceOf(question("deploy", ["none", "Berlin", "Dora", "K5"]), picture, scenario);
    expect([...choice.places.keys()].sort()).toEqual(["K5", "O3", "O4"]);
    expect(choiceOf(question("scramble", ["none", "II./NJG5"]), picture, scenario).places.get("O4")?.[0]?.option).toBe(
      "II./NJG5",
    );
    expect(whereIs(picture.units[0]!)).toBe("K5");
    const inside = { ...picture, units: picture.units.map((unit) => ({ ...unit, raid: "E" })) };
    expect(whereIs(inside.units[0]!), "in the box of its raid, not at its base").toBe("");
    const asked = choiceOf(question("scramble", ["none", "II./NJG5"]), inside, scenario);
    expect([asked.places.size, asked.units.size]).toEqual([0, 1]);
    expect([...choiceOf(question("weather_zone", ["3.JD", "England"]), picture, scenario).zones.keys()]).toEqual([
      "3.JD",
      "England",
    ]);
    expect(choiceOf(question("play", ["pass", "K5"]), picture, scenario).places.size).toBe(0);
  });

  it("pass for the reader only what is about cards", () => {
    const manner: Manner = { ask: "holding", wanted: false, passed: "" };
    const nothing = question("play", ["pass", "return"]);
    const something = question("play", ["pass", "SERRATE attack"]);
    expect(isPassed(nothing, manner, "1 x")).toBe(true);
    expect(isPassed(something, manner, "1 x")).toBe(false);
    expect(isPassed(nothing, { ...manner, ask: "always" }, "1 x")).toBe(false);
    expect(isPassed(nothing, { ...manner, wanted: true }, "1 x")).toBe(false);
    expect(isPassed(something, { ...manner, ask: "never" }, "1 x")).toBe(true);
    expect(isPassed(something, { ...manner, passed: "1 x" }, "1 x")).toBe(true);
    expect(isPassed(question("cancel", ["pass", "A + B"]), { ...manner, passed: "1 x" }, "1 x")).toBe(false);
    const cancel = question("cancel", ["pass", "A + B"]);
    expect([nothing, something, cancel].map((each) => isPassed(each, { ...manner, ask: "never" }, "1 x"))).toEqual([
      true,
      true,
      true,
    ]);
    expect([nothing, something, cancel].map((each) => isPassed(each, { ...manner, ask: "always" }, "1 x"))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isPassed(question("move", ["K5"]), { ...manner, ask: "never" }, "1 x")).toBe(false);
  });

  it("know which cards an answer takes", () => {
    expect(titlesOf("H2S MK III marking", ["H2S", "H2S MK III"])).toEqual(["H2S MK III"]);
    expect(titlesOf("VHF + SN-2", ["VHF", "SN-2"])).toEqual(["VHF", "SN-2"]);
    const options = ["nothing; draw 0", "A; draw 0", "A; draw 1", "A, B; draw 2"].map((option) => ({
      option,
      label: option,
    }));
    expect(handfulOf(options[0]!)).toEqual({ option: "nothing; draw 0", titles: [], draw: 0 });
    expect(draws(options, ["A"])).toEqual([0, 1]);
    expect(draws([...options, { option: "offer the end", label: "" }], ["A"])).toEqual([0, 1]);
    expect(fitting(options, ["B", "A"], 2)).toBe("A, B; draw 2");
    expect(fitting(options, ["B"], 1)).toBeNull();
    expect(fitting([{ option: "A, B", label: "" }], ["B", "A"], null)).toBe("A, B");
  });
});

describe("cities", () => {
  it("shows from where they come", () => {
    expect(["e2", "e4"].map((area) => Math.round(bearing(area, "e3")))).toEqual([0, -180]);
    expect(Math.round(bearing("d3", "e4"))).toBe(-60);
  });

  it("remember an attack from what was told", () => {
    const city = "Berlin";
    const told = [
      event("bombing", { city, method: "Newhaven" }),
      event("aimpoint", { city, area: "e4" }),
      event("approach", { city, area: "e3" }),
      event("drifted", { city, area: "e5", approach: "e4" }),
      event("creepback", { city, area: "e4" }),
      event("aimpoint", { city: "Essen", area: "a1" }),
    ];
    expect(attackOn(city, told)).toMatchObject({
      aimpoint: "e4",
      ti: "e5",
      approach: "e4",
      creepback: "e4",
      method: "Newhaven",
    });
    expect(cityMaps).toContain('id = "E"');
  });

  it("take answers apart", () => {
    const options = ["done", "HE e3 f3", "Inc e3 countryside"].map((option) => ({ option, label: option }));
    expect(movesOf(options).map((move) => `${move.bomb} ${move.to}`)).toEqual(["HE f3", "Inc countryside"]);
    expect([
      ...areasOf([
        { option: "e3 1+2", label: "" },
        { option: "e3 0+2", label: "" },
      ]).get("e3")!,
    ]).toHaveLength(2);
  });
});

describe("a plan of bombs", () => {
  it("has a place for each counter of a ring, and from outside for every other one", () => {
    const asked = (kind: string, ring: number) => placesIn(question(kind, [], { left: 5, ring }));
    expect([asked("place_bomb", 2), asked("place_bomb", 0), asked("convert", 2)]).toEqual([5, 3, 0]);
  });
});

describe("the log", () => {
  it("groups by phase, newest first, and points at hexes and units", () => {
    const groups = logOf(
      [
        event("turn", { turn: 1 }),
        event("phase", { phase: "scramble" }),
        event("scrambled"),
        event("phase", { phase: "raids move" }),
        event("flew"),
      ],
      (turn, phase) => `${turn} ${phase}`,
    );
    expect(groups.map((group) => group.heading)).toEqual(["1 raids move", "1 scramble"]);
    expect(piecesOf("II./NJG5 flies to K5.", new Set(["II./NJG5"]))).toEqual([
      { text: "II./NJG5", unit: "II./NJG5" },
      { text: " flies to " },
      { text: "K5", hex: "K5" },
      { text: "." },
    ]);
  });

  it("tells fights with their rolls", () => {
    const picture = { seat: "german" } as RaidPicture;
    const fight = [
      event("attack", { unit: "I./NJG1" }),
      event("roll", { dice: [3, 4] }),
      { ...event("attack_rolled", { total: 8, losses: 2 }), modifiers: ["+2 strength [9.7a]", "-1 weather [3.4.2a]"] },
      event("bombers_lost", { letter: "A", count: 2, vp_german: 2 }),
    ];
    const after = event("phase", { phase: "end" });
    const [card, ...others] = fightsOf([...fight, after, event("roll", { dice: [1] })], picture);
    expect(others).toEqual([]);
    expect(card!.rolls.map(({ dice, total }) => [dice, total])).toEqual([[[3, 4], 8]]);
    expect(card!.rolls[0]!.lines).toEqual([
      { text: "strength", value: 2, rule: "9.7a" },
      { text: "weather", value: -1, rule: "3.4.2a" },
    ]);
    expect(card).toMatchObject({ outcome: ["bombers_lost"], grave: true, tone: "good" });
    expect(card!.points.map(({ value }) => value)).toEqual([2]);
    expect(isHeld(fight, after, false)).toBe(true);
    expect(isHeld(fight, event("roll"), false)).toBe(false); // the gunners fire back
    expect(isHeld(fight, undefined, true)).toBe(false); // a card may still be played
    expect(isHeld(fight.slice(0, 2), after, false)).toBe(false);
  });

  it("is looked at for a while", () => {
    expect(narration.pause(event("roll"))).toBeGreaterThan(narration.pause(event("phase")));
  });
});

describe("saved plans", () => {
  const storage = (kept?: string): Storage => {
    const store = new Map(kept === undefined ? [] : [["viermot.bomber.plans", kept]]);
    return {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    } as unknown as Storage;
  };
  const plan = (name: string, text = "E main Bremen 1 D5 J4*") => ({ name, scenario: "berlin", text });

  it("are kept by name and scenario, the newest first", () => {
    const store = storage();
    keepPlan(plan("one"), store);
    keepPlan({ ...plan("one"), scenario: "downfall" }, store);
    keepPlan(plan("  two "), store);
    expect(keepPlan(plan("one", "E main Berlin"), store).map((each) => [each.name, each.scenario, each.text])).toEqual([
      ["one", "berlin", "E main Berlin"],
      ["two", "berlin", "E main Bremen 1 D5 J4*"],
      ["one", "downfall", "E main Bremen 1 D5 J4*"],
    ]);
    dropPlan("one", "berlin", store);
    expect(keptPlans(store).map((each) => `${each.scenario} ${each.name}`)).toEqual(["berlin two", "downfall one"]);
  });

  it("need a name and something in them, and are not kept for ever", () => {
    const store = storage();
    expect(keepPlan(plan("  "), store)).toEqual([]);
    expect(keepPlan(plan("empty", ""), store)).toEqual([]);
    for (let n = 0; n < MOST_KEPT + 5; n++) keepPlan(plan(`no. ${n}`), store);
    expect(keptPlans(store)).toHaveLength(MOST_KEPT);
  });

  it("survive what somebody else has written there", () => {
    expect(keptPlans(storage("{"))).toEqual([]);
    expect(keptPlans(storage('[{"name": 3}, null, {"name": "a", "scenario": "berlin", "text": "t"}]'))).toEqual([
      { name: "a", scenario: "berlin", text: "t" },
    ]);
  });
});

describe("odds", () => {
  it("are offered where a roll is asked about", () => {
    expect(hasOdds(null)).toBe(false);
    expect(hasOdds(question("play", ["pass"], { window: "detection_roll" }))).toBe(true);
    expect(hasOdds(question("play", ["pass"], { window: "raids_moved" }))).toBe(false);
    expect(hasOdds(question("intercept", ["none", "I./NJG5"]))).toBe(true);
  });

  it("are put shortly", () => {
    expect(percent(0.004)).toBe("< 1 %");
    expect(outcome("lost 2")).toBe("2 lost");
    expect(outcome("on aim")).toBe("on the aimpoint");
    expect(headline({ chances: [{ what: "in", chance: 0.42, of: [15, 36] }], mean: null })).toBe("gets in 42 %");
    expect(headline({ chances: [], mean: 1.25 })).toBe("1.3 lost on average");
  });
});

describe("afterwards", () => {
  const trail = { unit: "E", foe: true, turns: [2, 3, 5], hexes: ["D5", "F5", ""], fate: "" };

  it("knows where everything was", () => {
    expect(placeIn(trail, 1)).toBe("");
    expect(placeIn(trail, 4)).toBe("F5");
    expect(placeIn(trail, 9)).toBe("");
    const plot = [
      {
        letter: "E",
        kind: "main" as const,
        target: "Bremen",
        path: ["D5", "E5", "F5"],
        entry: 2,
        at: 9,
        fate: "recovered",
        heavy: false,
        load: null,
        waypoints: 0,
      },
    ];
    expect(routesIn(plot, [trail], 3)[0]?.at).toBe(2);
    const moved = pictureIn(picture, [{ unit: "I./NJG5", foe: false, turns: [1], hexes: ["J2"], fate: "" }], 2);
    expect(moved.units.map((each) => each.place)).toEqual(["J2", "ready"]);
  });

  it("adds up points", () => {
    expect(
      pointsOf([event("bombing_over", { gained2: 9 }), event("mines", { points: 2 })]).map((line) => line.points),
    ).toEqual([4.5, 2]);
  });
});

describe("the order sheet", () => {
  const row = (subject: string, more: Partial<OrderRow> = {}): OrderRow => ({
    subject, group: "1.JD", state: "air", place: "H7", reach: ["H7", "H8"], boxes: [], anyway: "stay", refused: {}, ...more,
  }); // prettier-ignore
  const rows = [row("a"), row("b", { state: "ground", place: "K4", reach: ["K4"] }), row("c")];

  it("begins a new selection once those ticked have their order", () => {
    const sheet = new Sheet();
    sheet.tick("a", rows);
    sheet.tick("b", rows);
    sheet.give("H8", rows);
    sheet.tick("c", rows);
    expect([...sheet.ticked]).toEqual(["c"]);
    sheet.give("H7", rows);
    sheet.tick("c", rows); // takes its own tick away
    expect([...sheet.ticked]).toEqual([]);
  });

  it("says of a place that is not lit what comes of it, or what to do first", () => {
    const sheet = new Sheet();
    expect(sheet.about("C3", rows)).toContain("Tick units first");
    expect(sheet.about("H7", rows)).toBe(""); // somebody is there
    sheet.tick("a", rows);
    expect(sheet.about("C3", rows)).toContain("Out of reach this turn");
    sheet.give("C3", rows);
    expect(sheet.about("C3", rows)).toBe(
      "Ordered: a to C3. It is farther than one move, so the flight goes on in the next turns.",
    );
  });

  it("shows what a unit will really do: out of fuel or back on the ground, an older order no longer sends it", () => {
    const standing = new Map([["a", "K5"], ["b", "home"]]); // prettier-ignore
    expect(standsFor(row("a"), standing)).toBe("K5");
    expect(standsFor(row("a", { anyway: "home" }), standing)).toBe("");
    expect(standsFor(row("a", { anyway: "rest", state: "ground" }), standing)).toBe("");
    expect(standsFor(row("b", { anyway: "land" }), standing)).toBe("home");
    expect([stays(row("a"), ""), stays(row("a"), "stay"), stays(row("a"), "H7 Ida")]).toEqual([true, true, true]);
    expect([stays(row("a"), "K5"), stays(row("a", { anyway: "home" }), "")]).toEqual([false, false]);
    expect(stays(row("b", { state: "ground", place: "K4" }), "K4")).toBe(false); // it takes off
  });
});
