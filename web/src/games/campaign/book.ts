/** The career book, made from what the seat was told: calendar, diary, awards, plots; and the lines of a sortie. */

import type { EventLine, Scenario } from "../../lib/messages";
import { isObject } from "../../lib/decode";
import type { AttackerGroup, DefenderGroup, ScenarioMap } from "../nightfighter/types";
import type { CareerData, CareerPicture } from "./types";

export interface Week {
  week: number;
  moon: string;
  marks: string[];
}

export function calendarOf(events: readonly EventLine[], marks: Record<string, string>): Week[] {
  const weeks: Week[] = [];
  for (const { kind, data } of events) {
    if (kind === "week") weeks.push({ week: Number(data["week"]), moon: String(data["moon"]), marks: [] });
    const [now, mark] = [weeks.at(-1), marks[kind]];
    if (now && mark && !now.marks.includes(mark)) now.marks.push(mark);
  }
  return weeks;
}

export interface DiaryLine {
  week: number;
  text: string;
}

/** A line for each thing worth one. */
export function diaryOf(events: readonly EventLine[], kinds: readonly string[]): DiaryLine[] {
  const worth = new Set(kinds);
  return events.filter(({ kind }) => worth.has(kind)).map(({ turn, text }) => ({ week: turn, text }));
}

export interface Decoration {
  /** 0 for one that was worn before the career began. */
  week: number;
  crew: string;
  award: string;
}

export function awardsOf(picture: CareerPicture, events: readonly EventLine[]): Decoration[] {
  const given = events
    .filter(({ kind }) => kind === "award")
    .map(({ turn, data }) => ({ week: turn, crew: String(data["crew"]), award: String(data["award"]) }));
  const worn = picture.crews.flatMap(({ pilot, awards }) =>
    awards
      .filter((award) => !given.some((each) => each.crew === pilot && each.award === award))
      .map((award) => ({ week: 0, crew: pilot, award })),
  );
  return [...worn, ...given];
}

/** The log on the ground: what happened in flight is told at the sortie's own table. */
export const groundLines = (events: readonly EventLine[]): EventLine[] =>
  events.filter(({ kind }) => kind !== "flight");

/** The log of the sortie flown now or last, as its own game tells it. */
export function flightLines(events: readonly EventLine[]): EventLine[] {
  const start = events.findLastIndex(({ kind }) => kind === "take_off");
  return events.slice(start + 1).flatMap((line) => {
    const inner = line.data["data"];
    if (line.kind !== "flight" || !isObject(inner)) return [];
    return [
      {
        ...line,
        turn: Number(line.data["turn"]),
        kind: String(line.data["what"]),
        data: inner,
      },
    ];
  });
}

/** The column of the weekly figures by its name. */
const FIGURES = ["week", "score", "points", "kills", "crews", "aircraft", "sorties", "lost"] as const;
export type Figure = (typeof FIGURES)[number];

export function figures(history: readonly (readonly number[])[], name: Figure): number[] {
  const place = FIGURES.indexOf(name);
  return history.map((line) => line[place] ?? 0);
}

/** A line of figures as points of a drawing: from left to right, the most at the top. */
export function curve(values: readonly number[], weeks: number, width: number, height: number, most: number): string {
  const step = width / Math.max(1, weeks);
  return values
    .map(
      (value, index) =>
        `${(step * (index + 1)).toFixed(1)},${(height - (height * value) / Math.max(1, most)).toFixed(1)}`,
    )
    .join(" ");
}

/** The sortie as its table likes a scenario: what was told of the raid before take-off. */
export function scenarioOf(picture: CareerPicture, id: string, title: string, date: string): Scenario | undefined {
  const orders = picture.orders;
  const sortie = picture.sortie;
  if (!orders || !sortie) return undefined;
  const { moon, visibility, cloud, altitude } = sortie.environment;
  const map: ScenarioMap = {
    zones: orders.zones,
    directed: true,
    flare_zones: [],
    flak: false,
    task_force: null,
    altitude,
    moon,
    visibility,
    cloud,
    radar: orders.radar,
    setup: [],
    jamming: { search: "none", ai: {}, searchlights: false },
    victory: null,
    end_turn: orders.last_turn,
    month: picture.month,
    theatre: "Europe",
  };
  const raiders: AttackerGroup = { type: orders.bomber, count: 1, role: "bomber", upgrades: [], unit: "" };
  const fighters = sortie.fighters.map(({ type, pilot }): DefenderGroup => {
    return { type, count: 1, pilot, upgrades: [], altitude_advantage: false, guidance: null, unit: "" };
  });
  return {
    id,
    parent: null,
    title,
    date,
    difficulty: "",
    length: "",
    rules_taught: "",
    background: "",
    special: "",
    status: picture.status,
    formations: { attackers: [raiders], intruders: [], defenders: fighters },
    map: { ...map },
    in_force: [],
    sheet: orders.lines ?? [],
    measured: [],
  };
}

/** The whole book as data to be kept. */
export function bookOf(
  picture: CareerPicture,
  events: readonly EventLine[],
  data: CareerData,
): Record<string, unknown> {
  const { scenario, status, week, weeks, ironman, crews, aircraft, sorties, kills, score, over, history } = picture;
  const plots = Object.fromEntries(FIGURES.map((name) => [name, figures(history, name)]));
  return {
    viermot: "career", format: 1, scenario, status, week, weeks, ironman, crews, aircraft, sorties, kills, score, over,
    calendar: calendarOf(events, data.marks), awards: awardsOf(picture, events), plots, diary: diaryOf(events, data.diary),
  }; // prettier-ignore
}

/** Columns of text that line up. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
