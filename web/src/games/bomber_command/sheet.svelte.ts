/** The German order sheet while it is being written: who is ticked, what each is to do, and what is then sent. */

import type { Fault, OrderRow as SentRow, Question, SeatOrders } from "../../lib/messages";
import { say } from "./words";

export const SHEET = "bomber_command.orders";
/** Cards of the hand: what is ordered for one, by its name, or by its name and what it is played for. */
export const HAND = "bomber_command.hand";
/** What is left to be asked when its time comes, if the reader wants that. */
const LATER = [
  ["deploy", ["deploy"]],
  ["land", ["recover", "recover_where"]],
] as const;
const ALL = ["leave_raid", "move", "scramble", "fly_off", "deploy", "recover", "recover_where"];
export const WORDS = ["stay", "home", "land"] as const;
export type Word = (typeof WORDS)[number];
/** A line of the sheet, with why it cannot be given some order. */
export interface OrderRow extends Omit<SentRow, "refused"> {
  refused: Record<string, Fault | undefined>;
}
/** The rows of a question's sheet; reasons are sent once, since many rows have the same. */
export function rowsOf(question: Question | null): OrderRow[] {
  if (question?.sheet !== "orders") return [];
  const why = (number: number): Fault | undefined => question.refusals[number];
  return question.rows.map((row) => ({
    ...row,
    refused: Object.fromEntries(Object.entries(row.refused).map(([order, number]) => [order, why(number)])),
  }));
}
interface Lines {
  always: string[][];
  sheet: string[][];
}

export const isWord = (order: string): order is Word => WORDS.some((word) => word === order);
/** Which kind of order it is, as the server refuses them: "go" for any place. */
export const kindOf = (order: string): string => (isWord(order) ? order : "go");

export class Draft {
  ticked = $state.raw<ReadonlySet<string>>(new Set());
  orders = $state.raw<ReadonlyMap<string, string>>(new Map());
  later = $state({ deploy: false, land: false });
  /** Why the last order could not be given to some. */
  refused = $state("");
  private last = "";
  /** Those that are ticked have their order: who is ticked next is given another. */
  private done = false;

  /** A fresh sheet. */
  clear(): void {
    this.ticked = new Set();
    this.orders = new Map();
    this.refused = "";
  }

  /** Tick one, or from the last ticked to this one, or take the tick away. */
  tick(name: string, rows: readonly OrderRow[], range = false): void {
    const names = rows.map((row) => row.subject);
    const found = new Set(this.done && !this.ticked.has(name) ? [] : this.ticked);
    this.done = false;
    const [from, to] = [names.indexOf(this.last), names.indexOf(name)].sort((a, b) => a - b);
    if (range && from! >= 0) for (const each of names.slice(from, to! + 1)) found.add(each);
    else if (!found.delete(name)) found.add(name);
    this.last = name;
    this.ticked = found;
    this.refused = "";
  }

  /** Tick all of these, or none of them if all were. */
  tickAll(names: readonly string[]): void {
    const found = new Set(this.done && !names.some((name) => this.ticked.has(name)) ? [] : this.ticked);
    this.done = false;
    const all = names.every((name) => found.has(name));
    for (const name of names)
      if (all) found.delete(name);
      else found.add(name);
    this.ticked = found;
    this.refused = "";
  }

  private chosen(rows: readonly OrderRow[]): OrderRow[] {
    return rows.filter((row) => this.ticked.has(row.subject));
  }

  /** Order all that are ticked; who cannot do it keeps what he had, and it is said why. */
  give(order: string, rows: readonly OrderRow[]): void {
    const orders = new Map(this.orders);
    const not: string[] = [];
    for (const row of this.chosen(rows)) {
      const fault = order === "" ? undefined : row.refused[kindOf(order)];
      if (fault) not.push(`${row.subject}: ${fault.text} [${fault.rule}]`);
      else orders.set(row.subject, order);
    }
    this.orders = orders;
    this.refused = not.join(" ");
    this.done = not.length === 0;
  }

  /** Those that are ticked and on the ground take off, each over its own field. */
  scramble(rows: readonly OrderRow[]): void {
    const orders = new Map(this.orders);
    for (const row of this.chosen(rows))
      if (row.state === "ground" && !row.refused["go"]) orders.set(row.subject, row.place);
    this.orders = orders;
    this.refused = "";
    this.done = true;
  }

  /** Where those that are ticked can be this turn. */
  lit(rows: readonly OrderRow[]): Set<string> {
    return new Set(this.chosen(rows).flatMap((row) => (row.refused["go"] ? [] : row.reach)));
  }

  /** A place on the map: the order of those that are ticked, else the units there are ticked. */
  pick(place: string, rows: readonly OrderRow[]): boolean {
    if (this.ticked.size > 0) {
      this.give(place, rows);
      return true;
    }
    const there = Draft.at([place], rows);
    if (there.length > 0) this.tickAll(there);
    return there.length > 0;
  }

  /** What there is to say of a place where nothing was lit: nobody to go there, why not, or that it takes longer. */
  about(place: string, rows: readonly OrderRow[]): string {
    const chosen = this.chosen(rows);
    if (chosen.length === 0) return Draft.at([place], rows).length > 0 ? "" : say("sheet.nobody");
    if (this.refused) return this.refused;
    const going = chosen.filter((row) => this.orders.get(row.subject) === place).map((row) => row.subject);
    return going.length > 0 ? say("sheet.on_the_way", { units: going.join(", "), place }) : say("sheet.far");
  }

  /** Those that can be ordered at one of these places. */
  static at(places: readonly string[], rows: readonly OrderRow[]): string[] {
    return rows.filter((row) => row.state !== "away" && places.includes(row.place)).map((row) => row.subject);
  }

  /** Several places at once: all units there are ticked, besides those that are; a single place turns its ticks over. */
  take(places: readonly string[], rows: readonly OrderRow[]): void {
    const there = Draft.at(places, rows);
    if (places.length === 1) this.tickAll(there);
    else this.ticked = new Set([...this.ticked, ...there]);
    this.refused = "";
  }

  /** Units dragged to another place: those there that are ticked, else all of them. */
  drag(from: string, to: string, rows: readonly OrderRow[]): void {
    const there = Draft.at([from], rows);
    const ticked = there.filter((name) => this.ticked.has(name));
    this.ticked = new Set(ticked.length > 0 ? this.ticked : there);
    this.give(to, rows);
  }

  /** The places that units now ticked have been sent to. */
  sent(rows: readonly OrderRow[]): string {
    const places = new Set(this.chosen(rows).map((row) => this.orders.get(row.subject) ?? ""));
    const [place = ""] = places;
    return places.size === 1 && place !== "" && !isWord(place) ? place : "";
  }

  /** Is this what a coach would hand in? */
  isAs(advised: ReadonlyMap<string, string> | null): boolean {
    if (advised?.size !== this.orders.size) return false;
    return [...advised].every(([unit, order]) => this.orders.get(unit) === order);
  }

  /** All of it as the server takes it: what is for good, what is for this turn, and the end of the phase. */
  lines(standing: ReadonlyMap<string, string>): Lines {
    const sheet: string[][] = [];
    const always: string[][] = [];
    for (const [unit, order] of this.orders) {
      if (order !== "") sheet.push([SHEET, unit, order]);
      const stands = order === "stay" || order === "land" ? "" : order;
      if (stands !== (standing.get(unit) ?? "")) always.push([SHEET, unit, stands]);
    }
    const asked: string[] = LATER.flatMap(([word, kinds]) => (this.later[word] ? kinds : []));
    const end = asked.length === 0 ? "default" : ALL.filter((kind) => !asked.includes(kind)).join(" ");
    return { always, sheet: [...sheet, [SHEET, "", end]] };
  }
}

/** What stands for each unit until it is told otherwise. */
export function standingOf(orders: SeatOrders | null): Map<string, string> {
  const lines = (orders?.always ?? []).filter(([name, unit]) => name === SHEET && unit !== "");
  return new Map(lines.map(([, unit = "", order = ""]) => [unit, order]));
}

/** The order that a unit follows without a new one; out of fuel or back on the ground it no longer goes anywhere. */
export function standsFor(row: OrderRow, standing: ReadonlyMap<string, string>): string {
  const order = standing.get(row.subject) ?? "";
  return row.anyway === "stay" || isWord(order) ? order : "";
}

/** Does it stay where it is, as far as is ordered? */
export function stays(row: OrderRow, order: string): boolean {
  const [place = ""] = order.split(" ");
  return order === "" ? row.anyway === "stay" || row.anyway === "rest" : order === "stay" || (row.state !== "ground" && place === row.place); // prettier-ignore
}

/** What is ordered for cards of the hand in this turn: played now, or thrown away at the next draw. */
export function orderedIn(orders: SeatOrders | null, turn: number): Map<string, string> {
  const due = [`play ${turn}`, `discard ${turn}`, `discard ${turn + 1}`];
  const lines = (orders?.always ?? []).filter(([name, , when = ""]) => name === HAND && due.includes(when));
  return new Map(lines.map(([, card = "", when = ""]) => [card, when]));
}
