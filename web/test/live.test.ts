import { expect, test } from "vitest";
import { apply } from "../src/games/nightfighter/live";
import type { EventLine } from "../src/lib/messages";
import type { Picture } from "../src/games/nightfighter/types";
import chase from "./fixtures/chase.json";

const steps = chase as unknown as { perspective: Picture; events: EventLine[] }[];

/** What the reader watches, in an order that does not matter. */
function watched(picture: Picture): unknown {
  return {
    turn: picture.turn,
    phase: picture.phase,
    fighters: picture.fighters.map(({ id, hex, facing, tally, fix, hits, fate }) => ({
      id,
      hex,
      facing,
      tally,
      fix,
      hits,
      fate,
    })),
    contacts: picture.contacts
      .map(({ contact, hex, facing, lit_in, tallied_by, fixed_by, hits, alerted }) => ({
        contact,
        hex,
        facing,
        lit_in,
        tallied_by,
        fixed_by,
        hits,
        alerted,
      }))
      .sort((a, b) => a.contact.localeCompare(b.contact)),
    searches: picture.searches,
    sweeps: picture.sweeps,
    tracks: picture.tracks,
    score: picture.score.kills,
  };
}

test("told event by event, a whole chase leads to the pictures the server sends", () => {
  let live: Picture | null = null;
  steps.forEach((step, index) => {
    if (live) {
      for (const event of step.events) apply(live, event);
      // counters that wait for their result are shown as waiting; the server has "nothing" there
      for (const search of live.searches) if (search.result === "pending") search.result = "nothing";
      // asked about a hand-off, the player is told the bomber's new hex only after the answer
      if (step.perspective.phase !== 1)
        expect(watched(live), `after decision ${index}`).toEqual(watched(step.perspective));
    }
    live = structuredClone(step.perspective);
  });
  expect(steps.length).toBeGreaterThan(20);
});
