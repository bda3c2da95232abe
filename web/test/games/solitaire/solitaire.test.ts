import { describe, expect, it } from "vitest";
import { choiceOf } from "../../../src/games/nightfighter/choice";
import { pause } from "../../../src/games/solitaire/narration";
import { counterOf, foremost, nightOf, percent, vanished } from "../../../src/games/solitaire/night";
import type { Counter } from "../../../src/games/solitaire/types";
import { Grid } from "../../../src/lib/hex";
import type { Question } from "../../../src/lib/messages";
import { tokens } from "../../../src/lib/tokens";
import { counter, event, solo } from "./pictures";

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

describe("words", () => {
  it("puts dice where they were thrown, and counters can be pointed at", () => {
    const names = { columns: 18, rows: 26, units: new Set(["3b"]) };
    expect(tokens("Cloud: 1 (1 to 3 cloudy).", names, [1]).map(({ kind }) => kind)).toEqual(["text", "dice", "text"]);
    expect(tokens("Cloud: 1 (1 to 3 cloudy).", names, [1])[0]).toEqual({ kind: "text", text: "Cloud: " });
    expect(tokens("3b is a phantom, 4b is not.", names).map(({ kind }) => kind)).toEqual(["contact", "text"]);
  });
});
