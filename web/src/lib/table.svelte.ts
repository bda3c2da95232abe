/** One seat at one table: its view, its log, and the pace at which news is told. */

import { get, post, Refused } from "./api";
import { pictureAt, type Pictured, picturesOf } from "./earlier";
import { Counsel } from "./counsel.svelte";
import { t, word } from "./i18n";
import { link } from "./link.svelte";
import {
  readEventPage,
  readJudged,
  type ChatLine,
  type EventLine,
  type GivenLine,
  type Judged,
  type Question,
  type View,
  type Warning,
} from "./messages";
import type { GameParts, Picture } from "./games";
import { PACES, settings } from "./settings.svelte";
import { complain, shared, tell } from "./store.svelte";

const FEW_ANSWERS = 12;
const LINGER = 160; // milliseconds for which an answered question stands there, unless the next one comes
const UNHURRIED = 250; // milliseconds
const ALONE = 1000; // milliseconds after which a sheet has answered whatever it could
const PACED = 10_000; // the same between people
/** So many events back is looked at for what an event belongs to. */
const RECENT = 80;

const PLACE = /^\d{4}\b/; // a hex, with a facing or without
/** Does it make sense to answer this the same way every time? Where a hex or a path is asked for, it does not. */
export function isAlwaysPossible(question: Question): boolean {
  const { options } = question;
  if (question.name === "" || !Array.isArray(options) || options.length > FEW_ANSWERS) return false;
  return !options.some(({ option }) => PLACE.test(option));
}

/** An answer given by orders as a line of the log; its number puts it between two events. */
function asEvent(line: GivenLine, place: number, turn: number): EventLine {
  const by = word(`log.given.${line.by}`, line.by);
  const number = line.after - 1 + (place + 1) / 1000;
  return { number, turn, kind: "given", rules: [], data: {}, text: `${line.text} (${by})`, modifiers: [] };
}

/** Events, and between them what orders answered; what they answered before the first of these is left out. */
export function linesWith(events: EventLine[], given: readonly GivenLine[]): EventLine[] {
  const [first, last] = [events[0]?.number ?? 0, events.at(-1)?.number ?? 0];
  const here = given.filter(({ after }) => (first === 0 || first < after) && after - 1 <= last);
  if (here.length === 0) return events;
  const turnAt = (after: number): number => events.findLast(({ number }) => number < after)?.turn ?? 0;
  const lines = [...events, ...here.map((line, place) => asEvent(line, place, turnAt(line.after)))];
  return lines.sort((a, b) => a.number - b.number);
}

export class Table {
  /** What lies open at the table, whichever frame the game shows it in. */
  dialog = $state<"" | "settings" | "menu">("");
  tab = $state<"log" | "talk" | "extra">("log");
  view = $state.raw<View | null>(null);
  /** The events told so far, from number `first` on; those still to be told wait in `coming`. */
  events = $state.raw<EventLine[]>([]);
  /** The number of the first event that is here: a long game's older ones come in pages. */
  first = $state(0);
  coming = $state.raw<EventLine[]>([]);
  /** The picture as of the last event told. */
  picture = $state.raw<Picture | null>(null);
  /** The pictures of the news that is still to be told. */
  private pictures: Pictured[] = [];
  chat = $state.raw<ChatLine[]>([]);
  marks = $state.raw<string[]>([]);
  /** What orders answered in this seat's place, each after so many events. */
  given = $state.raw<GivenLine[]>([]);
  gone = $state(false);
  sending = $state(false);
  /** What an answer costs is being asked. */
  private asking = false;
  /** How many events were known when this page was opened: what follows is new to the reader. */
  seenBefore = $state(0);
  /** An answer that costs something for good: said, and sent only when it is given once more. */
  warned = $state.raw<{ number: number; option: string; text: string } | null>(null);
  /** The record does not fit the rules of this server. */
  unfit = $state("");
  /** Somebody was hit or lost: what follows waits until the reader has seen it. */
  held = $state(false);
  /** How many events had been told when this seat last answered; what follows is news to it. */
  answeredAt = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unwatch: () => void;
  private answered = $state(-1);
  /** What was just answered still stands there: mostly the next question follows at once, and the page is drawn once. */
  private lingering = $state(false);
  private lingers: ReturnType<typeof setTimeout> | undefined;
  /** The view on which a sheet was handed in: until the next one comes, nothing is asked. */
  private handed = $state.raw<View | null>(null);
  /** The next answer is to be given every time this is asked. */
  always = $state(false);
  /** An answer that the server was not there for: given again when it is, if the same is still asked. */
  private unsent: { number: number; option: string } | null = null;
  /** Advice and belief, asked for when they are wanted. */
  readonly counsel: Counsel = new Counsel(this);
  /** How many events the server has been told were read, and when it is told of more. */
  private noted = 0;
  private noting: ReturnType<typeof setTimeout> | undefined;
  private fetching = false;
  private closed = false;

  constructor(
    readonly id: string,
    readonly seat: string,
  ) {
    this.unwatch = link.watch({
      table: id,
      seat,
      known: () => ({ since: this.known, mark: this.view?.mark ?? "" }),
      onview: (view) => this.hear(view),
      onchat: (line) => {
        if (!this.chat.some((known) => known.number === line.number)) this.chat = [...this.chat, line];
      },
      ongone: () => (this.gone = true),
      onunfit: (text) => (this.unfit = text),
    });
  }

  /** The view; a table is shown only once it has one. */
  get now(): View {
    if (this.view === null) throw new Error("nothing has been heard of this table yet");
    return this.view;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.lingers);
    this.noteSeen();
    this.unwatch();
  }

  get known(): number {
    return this.told + this.coming.length;
  }

  /** How many events the reader has been told, those not here among them. */
  get told(): number {
    return this.first + this.events.length;
  }

  /** From this number on events are new to the reader; 0 if none are. */
  get fresh(): number {
    return this.seenBefore > 0 && this.seenBefore < this.told ? this.seenBefore : 0;
  }

  /** What the game brings of its own, once it has been fetched. */
  private get parts(): GameParts | undefined {
    return shared.parts[this.view?.game ?? ""];
  }

  /** Is the game over, by the rules or because somebody gave up? */
  get over(): boolean {
    return this.view !== null && (this.view.result !== null || this.view.ended !== null);
  }

  /** The log: what was told, and between it what orders answered in this seat's place. */
  get lines(): EventLine[] {
    return linesWith(
      this.events,
      this.given.filter((line) => line.after <= this.told),
    );
  }

  /** Is there news that has not been told yet? */
  get narrating(): boolean {
    return this.coming.length > 0 || this.held;
  }

  /** The question to be answered now: only once all that led to it has been told. */
  get decision(): View["decision"] {
    const decision = this.view?.decision ?? null;
    const handedIn = this.handed !== null && this.handed === this.view;
    const answered = (this.sending || decision?.number === this.answered) && !this.lingering;
    return this.narrating || handedIn || answered ? null : decision;
  }

  /** What the coach of a lesson would answer now, if he says. */
  get coached(): string {
    const coach = this.decision && settings.coach ? this.view?.coach : null;
    return coach && !coach.orders ? coach.answer : "";
  }

  /** What he would write on the sheet instead, by what it is about; null where he would not hand one in. */
  get advised(): ReadonlyMap<string, string> | null {
    const orders = this.decision && settings.coach ? this.view?.coach?.orders : null;
    return orders ? new Map(orders.always.map(([, subject = "", order = ""]) => [subject, order])) : null;
  }

  private hear(view: View): void {
    const first = this.view === null;
    const before = this.known;
    const gap = view.events_from > before || view.events_from < this.first; // what is here does not reach the news
    const all = gap ? [] : [...this.events, ...this.coming].slice(0, view.events_from - this.first);
    const back = view.events_from < before;
    if (gap) this.first = view.events_from;
    this.view = view;
    if (view.decision?.number !== this.answered) this.lingering = false;
    if (this.warned && this.warned.number !== view.decision?.number) this.warned = null;
    this.given = [...this.given.filter((line) => line.after < view.events_from), ...view.given];
    this.chat = view.chat;
    this.marks = view.marks;
    if (back) this.answered = -1;
    if (back) this.noted = Math.min(this.noted, view.events_from);
    if (first) this.seenBefore = this.answeredAt = view.seen;
    if (back) this.answeredAt = Math.min(this.answeredAt, view.events_from);
    if (first || back || gap || settings.pace === "instant" || !this.parts) {
      this.settle([...all, ...view.events]);
    } else {
      this.coming = [...this.coming, ...view.events];
      this.pictures = [...this.pictures, ...picturesOf(view)];
      if (this.coming.length === 0 && !this.held) this.settle(all);
      else if (this.timer === undefined && !this.held) this.tellNext();
    }
    const kept = back ? null : this.unsent;
    this.unsent = null;
    if (kept && kept.number === view.decision?.number) void this.decide(kept.option);
  }

  /** The pages before what is here, one after the other, without keeping the reader waiting. */
  private async fetchEarlier(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.first > 0 && !this.closed) {
        const upTo = this.first;
        const page = await get(readEventPage, `/api/tables/${this.id}/seats/${this.seat}/events?before=${upTo}`);
        if (this.first !== upTo) continue; // something was taken back meanwhile, or there was a gap
        this.first = page.events_from;
        this.events = [...page.events, ...this.events];
      }
    } catch {
      // the newest are here; the next view tries again
    } finally {
      this.fetching = false;
    }
  }

  /** Everything told, the true picture shown. */
  private settle(events: EventLine[]): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.events = events;
    this.coming = [];
    this.held = false;
    this.pictures = [];
    this.picture = this.view?.perspective ?? null;
    this.markSeen();
    void this.fetchEarlier();
  }

  /** Tell what is waiting at once, up to what has to be read. */
  hurry(): void {
    if (this.held) this.goOn();
    else if (this.narrating) {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.tellNext(true);
    }
  }

  /** What was held has been read. */
  goOn(): void {
    if (!this.held) return;
    this.held = false;
    if (this.coming.length > 0) this.tellNext();
    else this.settle(this.events);
  }

  private tellNext(hurried = false): void {
    const narration = this.parts?.narration;
    let rest = this.coming;
    const told: EventLine[] = [];
    let wait = 0;
    while (rest.length > 0 && wait === 0 && !this.held) {
      const event = rest[0]!;
      rest = rest.slice(1);
      told.push(event);
      wait = hurried ? 0 : (narration?.pause(event) ?? 0) * PACES[settings.pace];
      this.held = this.isHeldAt([...this.events.slice(-RECENT), ...told], rest[0]);
    }
    if (rest.length === 0 && !this.held) {
      this.settle([...this.events, ...told]); // a question comes together with the picture it is about
    } else {
      this.events = [...this.events, ...told];
      this.coming = rest;
      this.picture = pictureAt(this.pictures, this.told) ?? this.picture;
    }
    if (wait === 0 || this.held) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.coming.length > 0) this.tellNext();
    }, wait);
  }

  private isHeldAt(told: readonly EventLine[], next: EventLine | undefined): boolean {
    const picture = this.view?.perspective;
    return picture !== undefined && (this.parts?.narration.holds?.(told, next, picture) ?? false);
  }

  /** What has been read is noted once nothing more has come for a moment: it is no hurry, and costs a line on disk. */
  private markSeen(): void {
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.noteSeen(), UNHURRIED);
  }

  private noteSeen(): void {
    clearTimeout(this.noting);
    const view = this.view;
    if (!view || document.hidden || view.seat === "public" || this.told <= Math.max(view.seen, this.noted)) return;
    this.noted = this.told;
    link.ask({ type: "seen", table: this.id, seat: this.seat, events: this.told }).catch(() => (this.noted = 0));
  }

  async decide(option: string): Promise<boolean> {
    const decision = this.view?.decision;
    if (!decision || this.sending || this.asking || decision.number === this.answered) return false;
    if (!(await this.lookedAtTwice(decision, option))) return false;
    const before = this.answered;
    this.answered = decision.number; // before it is free to send again: the next view may still be on the way
    this.seenBefore = 0; // who answers has read what went before
    this.answeredAt = this.told;
    this.linger();
    const always = this.always && isAlwaysPossible(decision);
    const done = await this.sent(
      always
        ? { type: "orders", always: [[decision.name, "", option]] }
        : { type: "decide", number: decision.number, option },
    );
    if (done) this.always = false;
    if (!done && this.answered === decision.number) this.answered = before;
    return done;
  }

  private linger(): void {
    clearTimeout(this.lingers);
    this.lingering = true;
    this.lingers = setTimeout(() => (this.lingering = false), LINGER);
  }

  /** May it be sent? What cannot be undone is told first, and needs the same answer once more. */
  private async lookedAtTwice(decision: Question, option: string): Promise<boolean> {
    if (this.warned?.number === decision.number && this.warned.option === option) {
      this.warned = null;
      return true;
    }
    const cost = await this.costOf(decision, option);
    if (this.view?.decision?.number !== decision.number) return false; // asked no more
    const said = Array.isArray(decision.options) && !decision.ask_first; // beside its answer; a path has no such place
    this.warned = cost && (cost.asks || !said) ? { number: decision.number, option, text: cost.text } : null;
    return this.warned === null;
  }

  /** What an answer costs for good, if anything. */
  private async costOf(decision: Question, option: string): Promise<Warning | null> {
    const bare = option.replaceAll(" ", "");
    const known = Object.entries(decision.warnings).find(([each]) => each.replaceAll(" ", "") === bare);
    if (known || !decision.ask_first) return known?.[1] ?? null;
    this.asking = true; // the question stays, and with it what has been drawn for its answer
    try {
      return (await post(readJudged, `/api/tables/${this.id}/why-not`, { seat: this.seat, option })).warning;
    } catch {
      return null; // what is wrong with it, the answer itself will tell
    } finally {
      this.asking = false;
    }
  }

  /** The warned answer after all, or not. */
  confirm(): void {
    if (this.warned) void this.decide(this.warned.option);
  }

  undo(to?: number): Promise<boolean> {
    this.answered = -1;
    return this.sent({ type: "undo", ...(to === undefined ? {} : { to }) });
  }

  /** What shall be answered in this seat's place from now on. */
  async order(change: { routine?: boolean; always?: string[][]; sheet?: string[][] }): Promise<boolean> {
    if (change.sheet) this.handed = this.view;
    const done = await this.sent({ type: "orders", ...change });
    if (!done) this.handed = null;
    else if (change.sheet) {
      // a sheet may answer nothing: then no other view need come; between people the server takes its time
      const people = this.view?.seats.some(({ holder }) => holder === "person") ?? false;
      const view = this.view;
      setTimeout(() => { if (this.handed === view) this.handed = null; }, people ? PACED : ALONE); // prettier-ignore
    }
    return done;
  }

  consent(agree: boolean): Promise<boolean> {
    return this.sent({ type: "consent", agree });
  }

  say(text: string): Promise<boolean> {
    return this.sent({ type: "chat", text });
  }

  setMarks(marks: string[]): Promise<boolean> {
    this.marks = marks; // drawn at once; the next view has them too
    return this.sent({ type: "marks", marks });
  }

  private async sent(message: Record<string, unknown>): Promise<boolean> {
    const answers = ["decide", "undo", "orders"].includes(String(message["type"]));
    if (answers) this.sending = true;
    try {
      await link.ask({ ...message, table: this.id, seat: this.seat });
      return true;
    } catch (error) {
      const why = error instanceof Refused ? error.why : "";
      if (why === "offline" && message["type"] === "decide") {
        this.unsent = { number: Number(message["number"]), option: String(message["option"]) };
        tell(t("link.kept"), "", true);
      } else if (why !== "stale") complain(error); // crossed with another answer: the new view is on its way
      return false;
    } finally {
      if (answers) this.sending = false;
    }
  }

  /** Why an answer would be refused; null if it would be taken. */
  async whyNot(option: string): Promise<Judged | null> {
    const judged = await this.judge(option);
    return judged.legal ? null : judged;
  }

  /** What the server says of an answer, and what a drawn one amounts to so far. */
  judge(option: string): Promise<Judged> {
    return post(readJudged, `/api/tables/${this.id}/why-not`, { seat: this.seat, option });
  }
}
