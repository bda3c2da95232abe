import { describe, expect, it } from "vitest";
import { pictureAt, picturesOf } from "../src/lib/earlier";
import type { Earlier, EventLine, View } from "../src/lib/messages";

const event = (number: number): EventLine => ({
  number,
  turn: 1,
  kind: "moved",
  rules: [],
  data: {},
  text: "",
  modifiers: [],
});

function view(earlier: Earlier[]): View {
  const perspective = {
    turn: 2,
    units: [
      { hex: "0303", hits: 1 },
      { hex: "0505", hits: 0 },
    ],
    score: { kills: 1 },
  };
  return { perspective, earlier, events_from: 4, events: [5, 6, 7].map(event) } as unknown as View;
}

describe("the pictures of the news", () => {
  const pictures = picturesOf(
    view([
      { told: 6, values: [[["score", "kills"], 0]], splices: [[["units"], 1, 0, [{ hex: "0404", hits: 2 }]]] },
      { told: 5, values: [[["units", 0, "hex"], "0302"]], splices: [[["units"], 1, 1, []]] },
    ]),
  );

  it("lead from the oldest to the one that was sent", () => {
    expect(pictures.map(({ told }) => told)).toEqual([5, 6, 7]);
    expect(pictures.map(({ picture }) => picture)).toEqual([
      { turn: 2, units: [{ hex: "0302", hits: 1 }, { hex: "0505", hits: 0 }], score: { kills: 0 } },
      {
        turn: 2,
        units: [{ hex: "0303", hits: 1 }, { hex: "0404", hits: 2 }, { hex: "0505", hits: 0 }],
        score: { kills: 0 },
      },
      { turn: 2, units: [{ hex: "0303", hits: 1 }, { hex: "0505", hits: 0 }], score: { kills: 1 } },
    ]); // prettier-ignore
  });

  it("hold for the events before them that changed nothing", () => {
    const two = picturesOf(view([{ told: 6, values: [[["turn"], 1]], splices: [] }]));
    expect([5, 6, 7].map((told) => pictureAt(two, told))).toMatchObject([{ turn: 1 }, { turn: 1 }, { turn: 2 }]);
    expect(pictureAt(two, 8)).toBeUndefined();
  });
});
