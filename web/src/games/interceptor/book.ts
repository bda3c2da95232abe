/** The career book: what the log says of a whole career, line by line as on the log sheet [4.3]. */

import { list, text as readText, tuple } from "../../lib/decode";
import type { EventLine } from "../../lib/messages";

export interface LogLine {
  month: string;
  line: number;
  target: string;
  zone: string;
  weather: string;
  aircraft: string;
  /** The boxes in which the raid was looked for. */
  boxes: number[];
  met: string;
  bombers: number;
  fighters: number;
  wingman: number;
  gunner: number;
  /** Whom he met, what became of them, and by whom. */
  met_all: Encounter[];
  /** Hits taken, system by system. */
  damage: number;
  wound: string;
  experience: number | null;
  /** How he came back: the kind of the event that says so. */
  end: string;
  /** Why the line was not flown, if it was not. */
  missed: string;
  /** What his diary says of it. */
  diary: string;
}

/** An aircraft on a line of the log sheet: its type, what became of it, and who did it [2.3, 4.3.2]. */
export type Encounter = [type: string, fate: string, who: string];
const readEncounters = list(tuple<Encounter>(readText, readText, readText));

export interface Victory {
  month: string;
  line: number;
  who: string;
  type: string;
  bomber: boolean;
}

export interface Milestone {
  month: string;
  line: number;
  kind: string;
  what: string;
  text: string;
}

export interface MonthSum {
  month: string;
  sorties: number;
  bombers: number;
  fighters: number;
  damage: number;
}

export interface Book {
  lines: LogLine[];
  victories: Victory[];
  milestones: Milestone[];
  aircraft: { name: string; sorties: number; bombers: number; fighters: number }[];
  months: MonthSum[];
}

const ENDINGS = new Set([
  "landed",
  "rough_landing",
  "crash_landing",
  "wrecked",
  "forced_landing",
  "bails_out",
  "no_parachute",
  "pilot_dead",
  "all_killed",
  "fell",
]);
const MILESTONES = new Set([
  "posted",
  "award",
  "badge",
  "clasp",
  "wing_award",
  "promoted",
  "transfer",
  "new_aircraft",
  "learned",
  "crew_gone",
  "new_man",
  "career_over",
  "fell",
  "ace_card",
  "leave",
  "hospital",
]);
const BOMBERS = /^(Y?B-)/;

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** Where a log begins that was not told from its first line: a game loaded from a position. */
function beginning(events: readonly EventLine[], now: Page): Page {
  const first = events.find(({ kind }) => kind === "line");
  return first ? { month: text(first.data["month"]), line: Number(first.data["line"]) - 1 } : now;
}

export interface Page {
  month: string;
  line: number;
}

/** Everything told so far about one pilot, in the order of the log; `now` is the line the table is at. */
export function bookOf(events: readonly EventLine[], pilot = 0, now: Page = { month: "", line: 0 }): Book {
  const book: Book = { lines: [], victories: [], milestones: [], aircraft: [], months: [] };
  let { month, line: number } = beginning(events, now);
  let whose = 0;
  let common = { target: "", zone: "", weather: "" };
  let current: LogLine | null = null;

  const fresh = (): LogLine => ({
    month,
    line: number,
    ...common,
    aircraft: "",
    boxes: [],
    met: "",
    bombers: 0,
    fighters: 0,
    wingman: 0,
    gunner: 0,
    met_all: [],
    damage: 0,
    wound: "",
    experience: null,
    end: "",
    missed: "",
    diary: "",
  });
  const close = (): void => {
    if (current) book.lines.push(current);
    current = null;
  };

  for (const { kind, data, text: sentence, modifiers } of events) {
    if (kind === "month") month = text(data["month"]);
    else if (kind === "line") {
      close();
      [month, number] = [text(data["month"]), Number(data["line"])];
      common = { target: "", zone: "", weather: "" };
    } else if (kind === "turn_of") whose = Number(text(data["pilot"]).replace(/\D/g, "") || 1) - 1;
    else if (kind === "raid") common = { ...common, target: text(data["target"]), zone: text(data["zone"]) };
    else if (kind === "weather") common.weather = text(data["weather"]);
    if (whose !== pilot) continue;

    if (MILESTONES.has(kind))
      book.milestones.push({
        month,
        line: number,
        kind,
        what: text(
          data["award"] ?? data["rank"] ?? data["skill"] ?? data["aircraft"] ?? data["unit"] ?? data["grade"] ?? "",
        ),
        text: sentence,
      });
    if (kind === "line_missed") {
      close();
      book.lines.push({ ...fresh(), missed: text(data["why"]) });
    } else if (kind === "take_off") {
      close();
      current = { ...fresh(), aircraft: text(data["aircraft"]) };
    }
    if (kind === "log_line" && !current)
      current = {
        ...fresh(),
        target: text(data["target"]),
        aircraft: text(data["aircraft"]),
        bombers: Number(data["bombers"]),
        fighters: Number(data["fighters"]),
      };
    if (!current) continue;
    const line: LogLine = current;
    if (kind === "box") line.boxes.push(Number(data["box"]));
    else if (kind === "interception") line.met = text(data["met"]);
    else if ((kind === "hit" || kind === "armour" || kind === "fuel") && data["side"] === "own") line.damage += 1;
    else if (kind === "weapon_broken") line.damage += 1;
    else if (kind === "kill") {
      const [who, type] = [text(data["who"]), text(data["type"])];
      const bomber = BOMBERS.test(type);
      book.victories.push({ month, line: number, who, type, bomber });
      if (who === "pilot") line[bomber ? "bombers" : "fighters"] += 1;
      else line[who === "gunner" ? "gunner" : "wingman"] += 1;
    } else if (ENDINGS.has(kind)) line.end = kind;
    else if (kind === "log_line") {
      line.wound = text(data["wound"]);
      line.met_all = readEncounters(data["encounters"] ?? []);
      line.experience = Number(data["experience"]);
      line.diary = modifiers[0] ?? "";
    }
  }
  close();
  sums(book);
  return book;
}

function sums(book: Book): void {
  for (const line of book.lines) {
    let of = book.months.find((each) => each.month === line.month);
    if (!of) book.months.push((of = { month: line.month, sorties: 0, bombers: 0, fighters: 0, damage: 0 }));
    if (!line.aircraft) continue;
    of.sorties += 1;
    of.bombers += line.bombers;
    of.fighters += line.fighters;
    of.damage += line.damage;
    let craft = book.aircraft.find((each) => each.name === line.aircraft);
    if (!craft) book.aircraft.push((craft = { name: line.aircraft, sorties: 0, bombers: 0, fighters: 0 }));
    craft.sorties += 1;
    craft.bombers += line.bombers;
    craft.fighters += line.fighters;
  }
}

/** What the diary says of the sortie just flown; nothing once the next has begun. */
export function latestEntry(events: readonly EventLine[]): string {
  const last = events.findLast(({ kind }) => kind === "log_line" || kind === "take_off");
  return last?.kind === "log_line" ? (last.modifiers[0] ?? "") : "";
}

/** Bombers shot out of the formation that is in sight. */
export function fallenOf(events: readonly EventLine[]): number {
  const met = events.findLastIndex(({ kind }) => kind === "bombers" || kind === "take_off");
  return events.slice(met + 1).filter(({ kind }) => kind === "bomber_down").length;
}

/** Columns of text that line up, for the plain text of the book. */
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
