import { render } from "svelte/server";
import { expect, it } from "vitest";
import MapPieces from "../../../src/games/bomber_command/MapPieces.svelte";
import RaidBoxes from "../../../src/games/bomber_command/RaidBoxes.svelte";
import type { RaidPicture, ScenarioData, Unit } from "../../../src/games/bomber_command/types";

const HEIGHT = 26; // of a counter
const unit = (name: string, place: string, raid: string | null = null): Unit =>
  ({
    name,
    type: "Ju88",
    base: "Jutland",
    division: "2.JD",
    twin: true,
    strength: 2,
    fuel: 4,
    place,
    raid,
    stacked: null,
    markers: [],
  }) as unknown as Unit;
const picture = (units: Unit[]): RaidPicture =>
  ({
    turn: 2,
    units,
    raids: [],
    boxes: [{ letter: "B", kind: "", units: units.filter(({ raid }) => raid).map(({ name }) => name), losses: 0, disruption: 0, damage: 0, hunt: "" }], // prettier-ignore
    bombing_markers: [],
    plot: [],
    tracks: [],
    counters: [],
    city: null,
  }) as unknown as RaidPicture;

it("a counter stands whole on the map wherever its unit is, above Jutland too", () => {
  const scenario = { cities: [], airfields: {}, beacons: {} } as unknown as ScenarioData;
  for (const place of ["Jutland", "J2", "G1", "Q9"]) {
    const shown = { tracks: false, ahead: false, reach: false };
    const drawn = render(MapPieces, { props: { scenario, picture: picture([unit("IV./NJG3", place)]), k: 1, routes: [], unit: "", shown } }).body; // prettier-ignore
    const at = /translate\([-\d.]+px, ([-\d.]+)px\);"><g transform="scale\(([\d.]+)\)/.exec(drawn);
    expect(at, place).not.toBeNull();
    expect(Number(at![1]) - (HEIGHT / 2) * Number(at![2]), place).toBeGreaterThanOrEqual(0);
  }
});

it("a unit that is asked about inside a raid is chosen in that raid's box; another there is not", () => {
  const inside = picture([unit("I./NJG1", "H7", "B"), unit("II./NJG1", "H7", "B")]);
  const asked = new Map([["I./NJG1", { option: "I./NJG1", label: "I./NJG1" }]]);
  const drawn = render(RaidBoxes, { props: { picture: inside, asked } }).body;
  expect([...drawn.matchAll(/<button[^>]*unit lit[^>]*>([^<]+)/g)].map(([, name]) => name)).toEqual(["I./NJG1"]);
});
