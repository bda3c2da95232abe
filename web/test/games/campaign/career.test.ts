import { describe, expect, it } from "vitest";
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
} from "../../../src/games/campaign/book";
import { narration } from "../../../src/games/campaign/narration";
import type { CareerPicture } from "../../../src/games/campaign/types";
import { summaryOf } from "../../../src/games/campaign/words";
import type { EventLine } from "../../../src/lib/messages";
import { event, solo } from "../solitaire/pictures";

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
