import { render } from "svelte/server";
import { expect, it } from "vitest";
import { centre } from "../../../src/games/bomber_command/board";
import { growth } from "../../../src/games/bomber_command/sizes";
import UnitCounter from "../../../src/games/bomber_command/UnitCounter.svelte";
import type { Unit } from "../../../src/games/bomber_command/types";

const HEIGHT = 26; // of a counter, whatever lies on it
const ON_A_LAPTOP = 0.75; // the whole map beside the boxes

/** From where to where the rectangles of a counter reach. */
function reach(markers: string[]): [number, number] {
  const unit = { name: "II./NJG3", twin: true, strength: 2, fuel: 5, markers } as unknown as Unit;
  const drawn = render(UnitCounter, { props: { unit } }).body;
  let shift = 0;
  const ends = [
    ...drawn.matchAll(/translate\([-\d.]+ ([-\d.]+)\)|<rect[^>]* y="([-\d.]+)"[^>]* height="([-\d.]+)"/g),
  ].flatMap(([, moved, y, height]) => {
    if (moved !== undefined) shift = Number(moved);
    return y === undefined ? [] : [shift + Number(y), shift + Number(y) + Number(height)];
  });
  return [Math.min(...ends), Math.max(...ends)];
}

it("a counter is no higher with markers on it, so that units of one column do not cover each other", () => {
  for (const markers of [[], ["scramble"], ["gci"], ["intruder", "return"]]) {
    const [top, bottom] = reach(markers);
    expect([top, bottom]).toEqual([-HEIGHT / 2, HEIGHT / 2]);
    expect((bottom - top) * growth(7, ON_A_LAPTOP)).toBeLessThan(centre("H7").y - centre("H6").y);
  }
});
