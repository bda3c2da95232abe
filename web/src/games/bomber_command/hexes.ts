/** Everything a reader may be told of one place of the map, as lines. */

import { whereIs } from "./choice";
import type { RaidData, RaidPicture, ScenarioData, Unit } from "./types";
import { capital, named, say, sayOr, signed } from "./words";

export interface HexLine {
  text: string;
  kind: "" | "dim" | "foe";
}
export interface UnitLine {
  name: string;
  twin: boolean;
  strength: number;
  fuel: number;
  note: string;
}
export interface HexTold {
  title: string;
  lines: HexLine[];
  units: UnitLine[];
}

const line = (text: string, kind: HexLine["kind"] = ""): HexLine => ({ text, kind });

function unitLine(unit: Unit, scenario: ScenarioData): UnitLine {
  const marks = unit.markers.map((marker) => sayOr(`marker.${marker}`, marker));
  const state = ["ready", "rearm", "closed"].includes(unit.place) ? [sayOr(`place.${unit.place}`, unit.place)] : [];
  const full = unit.place === "ready" ? (scenario.airfields[unit.name]?.[2] ?? 0) : 0;
  const fuel =
    full > 0
      ? [say("hex.endurance", { n: full })]
      : unit.fuel > 0 && state.length === 0
        ? [say("hex.fuel", { n: unit.fuel })]
        : [];
  const on = unit.stacked ? [say("hex.on", { box: unit.stacked })] : [];
  const { name, twin, strength } = unit;
  return { name, twin, strength, fuel: state.length > 0 ? 0 : unit.fuel, note: [...state, ...fuel, ...on, ...marks].join(", ") }; // prettier-ignore
}

/** The weather over a hex, with its modifier. */
function weatherLine(place: string, statics: RaidData, picture: RaidPicture): HexLine[] {
  const hex = statics.hexes.find((each) => each.name === place);
  const zone = place === "England" ? "England" : (hex?.zone ?? "");
  const weather = picture.sky.weather[zone];
  if (!weather) return [];
  const modifier = statics.weathers[weather]?.modifier ?? 0;
  return [
    line(`${zone === "England" ? "" : `${zone}: `}${named("weather", weather)} ${signed(modifier)}`, "dim"),
    ...(hex?.ruhr ? [line(say("hex.ruhr"), "dim")] : []),
  ];
}

export function aboutHex(place: string, statics: RaidData, scenario: ScenarioData, picture: RaidPicture): HexTold {
  const hex = statics.hexes.find((each) => each.name === place);
  const cities = scenario.cities.filter((city) => city.hex === place);
  const beacons = Object.entries(scenario.beacons).flatMap(([name, at]) => (at === place ? [name] : []));
  const occupied = Object.entries(scenario.occupied).flatMap(([name, at]) => (at === place ? [name] : []));
  const garden = statics.gardens.find((each) => each.hex === place);
  const title = place === "England" ? say("map.england") : place === "Jutland" ? say("map.jutland") : place;
  const names = [...cities.slice(0, 2).map((city) => city.name), ...beacons, ...occupied];
  const flak = scenario.area_flak[place];
  const seen = (picture.tracks ?? []).flatMap(([turn, hexes]) => (hexes.includes(place) ? [turn] : []));
  const lines = [
    ...cities.map((city) => line(cityText(city.name, city.flak, picture))),
    ...beacons.map((name) => line(say("hex.beacon", { name }))),
    ...(flak !== undefined ? [line(say("hex.flak", { value: flak }))] : []),
    ...(scenario.searchlights.includes(place) ? [line(say("hex.searchlight"))] : []),
    ...(scenario.himmelbett.includes(place) ? [line(say("hex.gci"))] : []),
    ...Object.values(scenario.airfields).flatMap(([field, at]) => (at === place ? [line(say("hex.field", { field }))] : [])),
    ...(garden ? [line(say("hex.garden", { name: garden.name, vp: garden.vp }))] : []),
    ...(hex?.terrain === "sea" ? [line(say("hex.sea"), "dim")] : []),
    ...weatherLine(place, statics, picture),
    ...raidLines(place, picture),
    ...(seen.length > 0 ? [line(say("hex.seen", { turns: seen.join(", ") }), "foe")] : []),
    ...(picture.air?.ahead.includes(place) ? [line(say("hex.ahead"), "foe")] : []),
  ]; // prettier-ignore
  const units = picture.units.filter((unit) => whereIs(unit) === place && unit.raid === null && unit.place !== "out");
  return {
    title: [title, ...names].join(" · "),
    lines: unique(lines),
    units: units.map((unit) => unitLine(unit, scenario)),
  };
}

function cityText(name: string, flak: number, picture: RaidPicture): string {
  const bare = flak < 0 ? say("hex.no_flak") : picture.stripped.includes(name) ? say("hex.stripped") : "";
  const mobile = picture.mobile_flak.includes(name) ? ` · ${say("hex.mobile")}` : "";
  const drop = picture.bombing_markers.find(([city]) => city === name);
  const bombed = drop ? ` · ${say(`map.${drop[1]}`)}` : "";
  return `${name}: ${bare || say("hex.city_flak", { value: flak })}${mobile}${bombed}`;
}

function raidLines(place: string, picture: RaidPicture): HexLine[] {
  const own = (picture.plot ?? [])
    .filter((raid) => raid.fate === "flying" && raid.path[raid.at] === place)
    .map((raid) => line(`${raid.letter}: ${capital(named("raid_kind", raid.kind))}${raid.target ? ` · ${raid.target}` : ""}`)); // prettier-ignore
  const counters = picture.counters.filter(([hex]) => hex === place);
  const told = counters.map(([, stream]) => line(say(stream ? "hex.stream" : "hex.raid"), "foe"));
  const fights = picture.combat_markers.filter(([, hex]) => hex === place);
  return [...own, ...told, ...fights.map(([kind]) => line(say("hex.combat", { kind: capital(kind) }), "foe"))];
}

function unique(lines: HexLine[]): HexLine[] {
  return lines.filter((each, index) => lines.findIndex(({ text }) => text === each.text) === index);
}
