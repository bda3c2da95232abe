// Made by tools/typescript.py from src/viermot/server/messages.py; not to be edited by hand.

/** What every request body has in common: fields nobody knows are refused. */
export type Body = Record<string, never>;

/** To sign in, or to open an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** Another password, and the present one. */
export interface PasswordBody {
  old: string;
  new: string;
}

/** The password, since this cannot be undone. */
export interface DeleteAccount {
  password: string;
}

/** Would a game take these options? */
export interface CheckOptions {
  scenario: string;
  options?: Record<string, unknown>;
}

/** A new game and who sits where: each seat "me", "bot:NAME" or "open". */
export interface NewTable {
  game: string;
  scenario?: string | null;
  options?: Record<string, unknown>;
  seats?: Record<string, string>;
  seed?: string | null;
  casual?: boolean;
  spectators?: boolean;
}

/** A save file to go on with, or a position to begin from; each as the text of its file. */
export interface LookAtImport {
  save?: string | null;
  game?: string | null;
  position?: string | null;
}

/** The same, and who sits where: a seat that is not named is as the file has it. */
export interface ImportTable {
  save?: string | null;
  game?: string | null;
  position?: string | null;
  seats?: Record<string, string>;
  casual?: boolean;
  spectators?: boolean;
  as_far?: boolean;
}

/** Something asked for a seat. */
export interface OfSeat {
  seat: string;
}

/** An answer to decision ``number`` of the seat: the text of an option, or its index. */
export interface DecideBody {
  seat: string;
  number: number;
  option: string | number;
}

/** Would this answer be taken? */
export interface WhyNotBody {
  seat: string;
  option: string | number;
}

/** Take the last decision back, or go back to the own decision number ``to``. */
export interface UndoBody {
  seat: string;
  to?: number | null;
}

/** Shall a saved game be opened? */
export interface AgreeBody {
  agree: boolean;
}

/** What a seat says to another's wish to go back. */
export interface ConsentBody {
  seat: string;
  agree: boolean;
}

/** A bot plays the seat from now on, or (null) its person again; one's own seat until one of the view's limits. */
export interface HandOverBody {
  seat: string;
  bot?: string | null;
  until?: string | null;
}

/** A line of talk. */
export interface ChatBody {
  seat: string;
  text: string;
}

/** All pencil marks of a seat. */
export interface MarksBody {
  seat: string;
  marks: string[];
}

/** So many events of the seat have been looked at. */
export interface SeenBody {
  seat: string;
  events: number;
}

/** Play on from a moment of the replay. */
export interface ForkBody {
  seat: string;
  at: number;
  seats?: Record<string, string>;
}

/** Why something was refused: a word, a rule, a sentence. */
export interface Error {
  why: string;
  rule: string;
  text: string;
}

/** The body of every HTTP answer that is not what was asked for. */
export interface Refusal {
  error: Error;
}

/** Done, and there is nothing to say about it. */
export type Nothing = Record<string, never>;

/** A person; ``local`` on loopback, where there are no accounts. */
export interface User {
  name: string;
  local: boolean;
}

/** Who is asking, and the token that every change carries in X-CSRF-Token. */
export interface Me {
  user: User | null;
  hosting: boolean;
  csrf: string;
  version: string;
  locales: string[];
}

/** The page's own words in one language, English where that has none; see server/page_words.py. */
export interface PageWords {
  locale: string;
  languages: Record<string, string>;
  forms: string;
  builds_on: Record<string, string[]>;
  words: Record<string, string>;
}

/** Somebody tried to sign in with my name and a wrong password. */
export interface Attempt {
  at: number;
  address: string;
}

/** My own account: since when there is one, how many browsers are signed in, failed attempts (the latest first). */
export interface Account {
  name: string;
  created: number;
  sessions: number;
  attempts: Attempt[];
}

/** Things can be written: how many seconds ago that was last tried. */
export interface Health {
  heartbeat: number;
}

/** A seat as the lobby shows it, the best bot first. */
export interface SeatChoice {
  seat: string;
  title: string;
  bots: string[];
}

/** A scenario as the lobby shows it. */
export interface Scenario {
  id: string;
  parent: string | null;
  title: string;
  date: string;
  difficulty: string;
  length: string;
  rules_taught: string;
  background: string;
  special: string;
  status: string;
  formations: Record<string, unknown>;
  map: Record<string, unknown>;
  in_force: string[];
  sheet: string[][];
}

/** An option of the set-up. */
export interface OptionChoice {
  name: string;
  kind: string;
  rule: string;
  text: string;
}

/** A game as the lobby shows it. */
export interface Game {
  name: string;
  title: string;
  about: string;
  rules_version: string;
  seats: SeatChoice[];
  scenarios: Scenario[];
  options: OptionChoice[];
}

/** Are the options of a set-up taken, and which seats has the game with them? */
export interface Checked {
  ok: boolean;
  rule: string;
  text: string;
  seats: SeatChoice[];
}

/** What a file to be loaded is, which seats it has, and who sits where unless somebody wishes it otherwise. */
export interface Loadable {
  game: string;
  scenario: string;
  title: string;
  seats: SeatChoice[];
  holders: Record<string, string>;
  sealed: string | null;
  people: Record<string, string>;
}

/** Who sits in a seat, as anybody at the table sees it. */
export interface Seat {
  seat: string;
  title: string;
  holder: "me" | "person" | "bot" | "open";
  name: string | null;
  bot: string | null;
  mine: boolean;
  until: string | null;
  gone: boolean;
}

/** A table in a list of games. */
export interface TableLine {
  id: string;
  game: string;
  scenario: string;
  title: string;
  options: Record<string, unknown>;
  casual: boolean;
  spectators: boolean;
  open_seed: boolean;
  imported: boolean;
  mine: boolean;
  seats: Seat[];
  my_seats: string[];
  your_move: boolean;
  unseen: number;
  line: string;
  created: number;
  last_change: number;
  over: Record<string, unknown> | null;
  ended: Record<string, unknown> | null;
  commitment: string;
  rematch: string | null;
  forked_from: string | null;
}

/** The id of a new table; empty where the others have to agree first, and then this is what they are asked. */
export interface TableMade {
  id: string;
  opening: string | null;
}

/** A saved game of several people that somebody wishes to open: who sat where, and who has still to agree. */
export interface Opening {
  id: string;
  game: string;
  scenario: string;
  title: string;
  by: string;
  seats: Record<string, string>;
  waits_for: string[];
  agreed: boolean;
}

/** Does the record of a table fit the rules installed here, and if not, how many of my decisions do? */
export interface Fits {
  whole: boolean;
  can_go_on: boolean;
  matched: number;
  all: number;
  rules_version: string;
  installed: string;
  goes_on: string | null;
}

/** The table and the seat an invitation led to. */
export interface Joined {
  id: string;
  seat: string;
}

/** What an invitation is for. */
export interface Invitation {
  table: string;
  seat: string;
  game: string;
  scenario: string;
  title: string;
  by: string;
  imported: boolean;
  opened: boolean;
  open_seed: boolean;
}

/** A link that gives a seat to whoever opens it first. */
export interface InvitationLink {
  token: string;
  path: string;
}

/** The number of the decision that was made, as the seat counts. */
export interface Decided {
  number: number;
}

/** Has it been done, or must others agree first? */
export interface Agreed {
  done: boolean;
}

/** One thing that is wrong with a drawn answer, and its rule. */
export interface Fault {
  rule: string;
  text: string;
}

/** What an answer costs for good; where ``asks``, it is to be given twice before it is sent. */
export interface Warning {
  text: string;
  asks: boolean;
}

/** Would the answer be taken, and if not, by which rule? Where much can be wrong at once, all of it. */
export interface Judged {
  legal: boolean;
  rule: string;
  text: string;
  faults: Fault[];
  warning: Warning | null;
}

/** A page of a seat's events, older than those that came with the view. */
export interface EventPage {
  events_from: number;
  events: EventLine[];
}

/** What has happened since the seat's holder last looked. */
export interface Summary {
  seen: number;
  events: number;
  turns: number[];
  lines: string[];
}

/** What checking a game against its key found. */
export interface Verified {
  fair: boolean;
  decisions: number;
  rolls: number;
  head: string;
  problems: string[];
  open_seed: boolean;
}

/** The dice thrown for one purpose. */
export interface DiceLine {
  what: string;
  rolls: number;
  dice: number;
  faces: number[];
  mean: number;
  expected: number;
}

/** Dice as they fell, against what is to be expected of fair ones. */
export interface DiceReport {
  seat: string;
  lines: DiceLine[];
  all: DiceLine;
  chi_square: number;
  p_value: number;
}

/** The odds of the attacks now asked about. */
export interface OddsReport {
  attacks: Record<string, unknown>[];
}

/** Where one aircraft (or other piece) was, turn by turn, and how it ended. */
export interface Trail {
  unit: string;
  foe: boolean;
  turns: number[];
  hexes: string[];
  fate: string;
}

/** Where everything was, in a game that is open to the reader. */
export interface Trails {
  trails: Trail[];
}

/** A legal answer and what it means. */
export interface Option {
  option: string;
  label: string;
}

/** A long list of legal answers, put shortly. */
export interface ManyOptions {
  hexes: string[];
  facings: boolean;
  also: Option[];
  paths: boolean;
  start: string;
  facing: string;
  least: number;
  most: number;
  may_turn: boolean;
  texts: string[];
}

/** What a seat is asked. */
export interface Question {
  number: number;
  kind: string;
  rule: string;
  prompt: string;
  facts: Record<string, unknown>;
  options: Option[] | ManyOptions;
  count: number;
  undoable: boolean;
  default: string | null;
  warnings: Record<string, Warning>;
  ask_first: boolean;
}

/** Can the seat take its last decision back, and if not, why? */
export interface UndoState {
  possible: boolean;
  reason: string;
  rule: string;
}

/** Something the seat came to know, with its sentence. */
export interface EventLine {
  number: number;
  turn: number;
  kind: string;
  rules: string[];
  data: Record<string, unknown>;
  text: string;
  modifiers: string[];
}

/** A line of talk at the table. */
export interface ChatLine {
  number: number;
  seat: string;
  name: string;
  text: string;
  at: number;
}

/** Somebody wishes to go back; the others are asked. */
export interface Proposal {
  by: string;
  turn: number;
  mine: boolean;
  agreed: boolean;
}

/** A seat that had a whole, open copy of the running game, and at which of its own decisions. */
export interface OpenedAt {
  seat: string;
  title: string;
  number: number;
}

/** All that a seat is shown. */
export interface View {
  type: "view";
  table: string;
  game: string;
  scenario: string;
  seat: string;
  perspective: Record<string, unknown>;
  decision: Question | null;
  waiting_for: "other" | null;
  undo: UndoState;
  events_from: number;
  events: EventLine[];
  mark: string;
  result: Record<string, unknown> | null;
  ended: Record<string, unknown> | null;
  commitment: string;
  head: string;
  key: string | null;
  rekeyed: string[];
  seats: Seat[];
  chat: ChatLine[];
  marks: string[];
  proposal: Proposal | null;
  seen: number;
  rematch: string | null;
  casual: boolean;
  open_seed: boolean;
  imported: boolean;
  limits: string[];
  opened: OpenedAt[];
  closed: boolean;
}

/** A seat's view as it was at one moment of its game. */
export interface Moment {
  table: string;
  seat: string;
  at: number;
  moments: number;
  perspective: Record<string, unknown>;
  events_from: number;
  events: EventLine[];
  decision: string | null;
  asked: string | null;
  answer: string | null;
}

/** What every message of a client carries: an id to be sent back. */
export interface Request {
  type: "Request";
  id?: string | number | null;
}

/** Send me this seat's view now and whenever it changes. */
export interface Watch {
  type: "watch";
  table: string;
  seat: string;
  since?: number;
  mark?: string;
  locale?: string;
  id?: string | number | null;
}

/** No more of this seat. */
export interface Unwatch {
  type: "unwatch";
  table: string;
  seat: string;
  id?: string | number | null;
}

/** An answer to a decision. */
export interface Decide {
  type: "decide";
  table: string;
  seat: string;
  number: number;
  option: string | number;
  id?: string | number | null;
}

/** Take a decision back. */
export interface Undo {
  type: "undo";
  table: string;
  seat: string;
  to?: number | null;
  id?: string | number | null;
}

/** What a seat says to another's wish to go back. */
export interface Consent {
  type: "consent";
  table: string;
  seat: string;
  agree: boolean;
  id?: string | number | null;
}

/** A line of talk. */
export interface Chat {
  type: "chat";
  table: string;
  seat: string;
  text: string;
  id?: string | number | null;
}

/** All pencil marks of a seat. */
export interface SetMarks {
  type: "marks";
  table: string;
  seat: string;
  marks: string[];
  id?: string | number | null;
}

/** So many events of the seat have been looked at. */
export interface Seen {
  type: "seen";
  table: string;
  seat: string;
  events: number;
  id?: string | number | null;
}

/** Still here. */
export interface Ping {
  type: "ping";
  id?: string | number | null;
}

/** It is done and written down. */
export interface Done {
  type: "done";
  id: string | number | null;
  number: number | null;
}

/** It is not done, and nothing changed. */
export interface Refused {
  type: "refused";
  id: string | number | null;
  why: string;
  rule: string;
  text: string;
}

/** Somebody wrote. */
export interface ChatSaid {
  type: "chat";
  table: string;
  line: ChatLine;
}

/** The table is there no more. */
export interface Gone {
  type: "gone";
  table: string;
}

/** The server is still here, too. */
export interface Pong {
  type: "pong";
}

export type ClientMessage = Watch | Unwatch | Decide | Undo | Consent | Chat | SetMarks | Seen | Ping;

export type ServerMessage = View | Done | Refused | ChatSaid | Gone | Pong;
