// Made by tools/typescript.py from src/viermot/server/messages; not to be edited by hand.

import { type Decoder, anything, either, flag, list, maybe, number, oneOf, record, struct, tagged, text, tuple } from "./decode";

/** How a seat now stands, as far as it knows. */
export interface Standing {
  brief: string;
  level: number;
  lines: string[];
}

export const readStanding: Decoder<Standing> = struct<Standing>(() => ({
  brief: text,
  level: number,
  lines: list(text),
}));

/** A way to end: what it is called, and what it takes. */
export interface Level {
  name: string;
  needs: string;
}

export const readLevel: Decoder<Level> = struct<Level>(() => ({
  name: text,
  needs: text,
}));

/** What it takes to win a scenario. */
export interface VictoryTable {
  counts: string[];
  levels: Level[];
}

export const readVictoryTable: Decoder<VictoryTable> = struct<VictoryTable>(() => ({
  counts: list(text),
  levels: list(readLevel),
}));

/** A page of a game's own, paragraph by paragraph. */
export interface Guide {
  key: string;
  title: string;
  paragraphs: string[];
}

export const readGuide: Decoder<Guide> = struct<Guide>(() => ({
  key: text,
  title: text,
  paragraphs: list(text),
}));

/** A word of the books: its forms as texts have them, what it means, and the rules that say so. */
export interface Term {
  key: string;
  name: string;
  forms: string[];
  means: string;
  rules: string[];
}

export const readTerm: Decoder<Term> = struct<Term>(() => ({
  key: text,
  name: text,
  forms: list(text),
  means: text,
  rules: list(text),
}));

/** A step of the turn: what it is called, what is done, and the rules that say so. */
export interface TurnStep {
  name: string;
  text: string;
  rules: string[];
}

export const readTurnStep: Decoder<TurnStep> = struct<TurnStep>(() => ({
  name: text,
  text: text,
  rules: list(text),
}));

/** A chapter of a book: its number, its title, and its rules by id. */
export interface Chapter {
  number: string;
  title: string;
  book: string;
  rules: string[];
}

export const readChapter: Decoder<Chapter> = struct<Chapter>(() => ({
  number: text,
  title: text,
  book: text,
  rules: list(text),
}));

/** What the reader shows of a game besides the words of its rules. */
export interface Book {
  chapters: Chapter[];
  turn: TurnStep[];
  terms: Term[];
  guides: Guide[];
  victory: Record<string, VictoryTable>;
}

export const readBook: Decoder<Book> = struct<Book>(() => ({
  chapters: list(readChapter),
  turn: list(readTurnStep),
  terms: list(readTerm),
  guides: list(readGuide),
  victory: record(readVictoryTable),
}));

/** Something another seat was told, and this one was not. */
export interface Secret {
  when: string;
  text: string;
  at: number;
}

export const readSecret: Decoder<Secret> = struct<Secret>(() => ({
  when: text,
  text: text,
  at: number,
}));

/** What another seat knew that this one did not. */
export interface Knew {
  seat: string;
  title: string;
  count: number;
  lines: Secret[];
}

export const readKnew: Decoder<Knew> = struct<Knew>(() => ({
  seat: text,
  title: text,
  count: number,
  lines: list(readSecret),
}));

/** How far luck had carried the seat by the end of a turn, in what the game counts. */
export interface Fortune {
  turn: number;
  value: number;
}

export const readFortune: Decoder<Fortune> = struct<Fortune>(() => ({
  turn: number,
  value: number,
}));

/** A roll that came out far from its odds. */
export interface TurningPoint {
  turn: number;
  when: string;
  text: string;
  odds: string;
  swing: number;
  at: Record<string, number>;
}

export const readTurningPoint: Decoder<TurningPoint> = struct<TurningPoint>(() => ({
  turn: number,
  when: text,
  text: text,
  odds: text,
  swing: number,
  at: record(number),
}));

/** One kind of roll: how many, what was expected, and what came up. */
export interface LuckLine {
  what: string;
  throws: number;
  expected: number;
  came: number;
  seat: string;
  share: boolean;
  score: number;
}

export const readLuckLine: Decoder<LuckLine> = struct<LuckLine>(() => ({
  what: text,
  throws: number,
  expected: number,
  came: number,
  seat: text,
  share: flag,
  score: number,
}));

/** A finished game, looked back at from one seat. */
export interface Debrief {
  seat: string;
  why: string[];
  luck: LuckLine[];
  verdict: string;
  turning: TurningPoint[];
  curve: Fortune[];
  knew: Knew[];
}

export const readDebrief: Decoder<Debrief> = struct<Debrief>(() => ({
  seat: text,
  why: list(text),
  luck: list(readLuckLine),
  verdict: text,
  turning: list(readTurningPoint),
  curve: list(readFortune),
  knew: list(readKnew),
}));

/** An answer and, where the game was played on from it, its expected score, from 0 to 1, with the standard error. */
export interface Tried {
  option: string;
  label: string;
  chance: number | null;
  error: number;
}

export const readTried: Decoder<Tried> = struct<Tried>(() => ({
  option: text,
  label: text,
  chance: maybe(number),
  error: number,
}));

/** What a bot would answer and why; the alternatives, the best first, that answer among them. */
export interface Advised {
  by: string;
  option: string;
  label: string;
  reason: string;
  alternatives: Tried[];
}

export const readAdvised: Decoder<Advised> = struct<Advised>(() => ({
  by: text,
  option: text,
  label: text,
  reason: text,
  alternatives: list(readTried),
}));

/** A sentence about something hidden, and how likely it is. */
export interface Supposed {
  text: string;
  chance: number;
}

export const readSupposed: Decoder<Supposed> = struct<Supposed>(() => ({
  text: text,
  chance: number,
}));

/** What a seat may believe: for each hex the chance that somebody unseen is there, and what else can be said. */
export interface Believed {
  places: Record<string, number>;
  statements: Supposed[];
}

export const readBelieved: Decoder<Believed> = struct<Believed>(() => ({
  places: record(number),
  statements: list(readSupposed),
}));

/** An answer that cost something, how much, and what would have been better. */
export interface Costly {
  turn: number;
  when: string;
  at: number;
  asked: string;
  answered: string;
  better: string;
  cost: number;
  error: number;
}

export const readCostly: Decoder<Costly> = struct<Costly>(() => ({
  turn: number,
  when: text,
  at: number,
  asked: text,
  answered: text,
  better: text,
  cost: number,
  error: number,
}));

/** What the seat could expect from the game after giving an answer: a score from 0 to 1. */
export interface Point {
  turn: number;
  when: string;
  at: number;
  chance: number;
  error: number;
}

export const readPoint: Decoder<Point> = struct<Point>(() => ({
  turn: number,
  when: text,
  at: number,
  chance: number,
  error: number,
}));

/** The seat's chances along the game, and the decisions that cost most; empty where a game cannot be played on. */
export interface Analysis {
  seat: string;
  playouts: number;
  curve: Point[];
  costly: Costly[];
}

export const readAnalysis: Decoder<Analysis> = struct<Analysis>(() => ({
  seat: text,
  playouts: number,
  curve: list(readPoint),
  costly: list(readCostly),
}));

/** What every request body has in common: unknown fields are refused. */
export type Body = Record<string, never>;

/** To sign in, or to open an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** To come in without an account: under a chosen name or, without one, a number. */
export interface GuestBody {
  name?: string;
}

/** A new password, and the present one. */
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
  routine?: boolean;
  patience?: number | null;
  advice?: boolean;
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
  seed?: string | null;
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

/** Take the last decision back, or go back to one's own decision number ``to``. */
export interface UndoBody {
  seat: string;
  to?: number | null;
}

/** May a saved game be opened? */
export interface AgreeBody {
  agree: boolean;
}

/** What may the seat believe; with an option of its question, what would that answer teach? */
export interface BeliefBody {
  seat: string;
  option?: string;
}

/** Should advice and belief maps be on at a table of several people? */
export interface AdvisingBody {
  seat: string;
  on: boolean;
}

/** What a seat says to another's wish to go back. */
export interface ConsentBody {
  seat: string;
  agree: boolean;
}

/** What is to be answered on the seat's behalf (kernel/standing.py): lines of question, subject, option. */
export interface OrdersBody {
  seat: string;
  routine?: boolean | null;
  always?: [string, string, string][] | null;
  sheet?: [string, string, string][] | null;
}

/** From now on a bot plays the seat, or (null) its person again; my own seat until one of the view's limits. */
export interface HandOverBody {
  seat: string;
  bot?: string | null;
  until?: string | null;
}

/** A line of chat. */
export interface ChatBody {
  seat: string;
  text: string;
}

/** All pencil marks of a seat. */
export interface MarksBody {
  seat: string;
  marks: string[];
}

/** Somebody whom I do not want to hear, or neither to hear nor to meet; or whom I will hear again. */
export interface SilenceBody {
  name: string;
  how: "mute" | "block" | "hear";
}

/** A complaint to the operator about line ``number`` of the chat. */
export interface ComplainBody {
  seat: string;
  number: number;
  text?: string;
}

/** I have waited long enough: the computer plays on for whoever is gone, or the game ends. */
export interface AbsentBody {
  seat: string;
  what: "play on" | "end";
}

/** How many of the seat's events have been looked at. */
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

/** Scenarios, players and options, each combined with each, and how many games of each arrangement. */
export interface NewStudy {
  game: string;
  scenarios: string[];
  question?: string;
  seats?: Record<string, string[]>;
  options?: string[];
  games?: number;
  seed?: string;
}

/** A game of a study, by its number. */
export interface WatchRow {
  row: number;
}

/** Why something was refused: a word, a rule, a sentence. */
export interface Error {
  why: string;
  rule: string;
  text: string;
}

export const readError: Decoder<Error> = struct<Error>(() => ({
  why: text,
  rule: text,
  text: text,
}));

/** The body of every HTTP answer that is not what was asked for. */
export interface Refusal {
  error: Error;
}

export const readRefusal: Decoder<Refusal> = struct<Refusal>(() => ({
  error: readError,
}));

/** Done, with nothing more to say. */
export type Nothing = Record<string, never>;

/** A person; ``local`` on loopback, where there are no accounts; a ``guest`` has none either, and stays a day. */
export interface User {
  name: string;
  local: boolean;
  guest: boolean;
}

export const readUser: Decoder<User> = struct<User>(() => ({
  name: text,
  local: flag,
  guest: flag,
}));

/** Who is asking, and the token that every change carries in X-CSRF-Token. */
export interface Me {
  user: User | null;
  hosting: boolean;
  csrf: string;
  version: string;
  locales: string[];
  studies: boolean;
}

export const readMe: Decoder<Me> = struct<Me>(() => ({
  user: maybe(readUser),
  hosting: flag,
  csrf: text,
  version: text,
  locales: list(text),
  studies: flag,
}));

/** The page's own words in one language, English where that has none; see server/page_words.py. */
export interface PageWords {
  locale: string;
  languages: Record<string, string>;
  forms: string;
  builds_on: Record<string, string[]>;
  words: Record<string, string>;
}

export const readPageWords: Decoder<PageWords> = struct<PageWords>(() => ({
  locale: text,
  languages: record(text),
  forms: text,
  builds_on: record(list(text)),
  words: record(text),
}));

/** Somebody tried to sign in with my name and a wrong password. */
export interface Attempt {
  at: number;
  address: string;
}

export const readAttempt: Decoder<Attempt> = struct<Attempt>(() => ({
  at: number,
  address: text,
}));

/** My own account: when it was opened, how many browsers are signed in, failed attempts (the latest first). */
export interface Account {
  name: string;
  created: number;
  sessions: number;
  attempts: Attempt[];
}

export const readAccount: Decoder<Account> = struct<Account>(() => ({
  name: text,
  created: number,
  sessions: number,
  attempts: list(readAttempt),
}));

/** The database can be written to: how many seconds ago that was last tried. */
export interface Health {
  heartbeat: number;
}

export const readHealth: Decoder<Health> = struct<Health>(() => ({
  heartbeat: number,
}));

/** A seat as the lobby shows it, and the bots that can sit there: levels, the weakest first, then styles. */
export interface SeatChoice {
  seat: string;
  title: string;
  bots: string[];
  usual: string;
  levels: Record<string, string>;
}

export const readSeatChoice: Decoder<SeatChoice> = struct<SeatChoice>(() => ({
  seat: text,
  title: text,
  bots: list(text),
  usual: text,
  levels: record(text),
}));

/** How often a level of computer player won a scenario, in per cent, and between which percentages the truth is */
export interface MeasuredLevel {
  level: string;
  won: number;
  low: number;
  high: number;
  games: number;
}

export const readMeasuredLevel: Decoder<MeasuredLevel> = struct<MeasuredLevel>(() => ({
  level: text,
  won: number,
  low: number,
  high: number,
  games: number,
}));

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
  measured: MeasuredLevel[];
}

export const readScenario: Decoder<Scenario> = struct<Scenario>(() => ({
  id: text,
  parent: maybe(text),
  title: text,
  date: text,
  difficulty: text,
  length: text,
  rules_taught: text,
  background: text,
  special: text,
  status: text,
  formations: record(anything),
  map: record(anything),
  in_force: list(text),
  sheet: list(list(text)),
  measured: list(readMeasuredLevel),
}));

/** An option of the set-up. */
export interface OptionChoice {
  name: string;
  kind: string;
  rule: string;
  text: string;
}

export const readOptionChoice: Decoder<OptionChoice> = struct<OptionChoice>(() => ({
  name: text,
  kind: text,
  rule: text,
  text: text,
}));

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

export const readGame: Decoder<Game> = struct<Game>(() => ({
  name: text,
  title: text,
  about: text,
  rules_version: text,
  seats: list(readSeatChoice),
  scenarios: list(readScenario),
  options: list(readOptionChoice),
}));

/** Does the game take these set-up options, and which seats does it have with them? */
export interface Checked {
  ok: boolean;
  rule: string;
  text: string;
  seats: SeatChoice[];
}

export const readChecked: Decoder<Checked> = struct<Checked>(() => ({
  ok: flag,
  rule: text,
  text: text,
  seats: list(readSeatChoice),
}));

/** What a file to be loaded holds, which seats it has, and who sits where unless somebody chooses otherwise. */
export interface Loadable {
  game: string;
  scenario: string;
  title: string;
  seats: SeatChoice[];
  holders: Record<string, string>;
  sealed: string | null;
  people: Record<string, string>;
}

export const readLoadable: Decoder<Loadable> = struct<Loadable>(() => ({
  game: text,
  scenario: text,
  title: text,
  seats: list(readSeatChoice),
  holders: record(text),
  sealed: maybe(text),
  people: record(text),
}));

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

export const readSeat: Decoder<Seat> = struct<Seat>(() => ({
  seat: text,
  title: text,
  holder: oneOf("me", "person", "bot", "open"),
  name: maybe(text),
  bot: maybe(text),
  mine: flag,
  until: maybe(text),
  gone: flag,
}));

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
  lesson: string;
  lesson_title: string;
  awaited: string[];
  when: string;
  who: string;
}

export const readTableLine: Decoder<TableLine> = struct<TableLine>(() => ({
  id: text,
  game: text,
  scenario: text,
  title: text,
  options: record(anything),
  casual: flag,
  spectators: flag,
  open_seed: flag,
  imported: flag,
  mine: flag,
  seats: list(readSeat),
  my_seats: list(text),
  your_move: flag,
  unseen: number,
  line: text,
  created: number,
  last_change: number,
  over: maybe(record(anything)),
  ended: maybe(record(anything)),
  commitment: text,
  rematch: maybe(text),
  forked_from: maybe(text),
  lesson: text,
  lesson_title: text,
  awaited: list(text),
  when: text,
  who: text,
}));

/** A lesson as the lobby shows it. */
export interface LessonLine {
  game: string;
  id: string;
  title: string;
  about: string;
  teaches: string[];
  minutes: number;
  steps: number;
  seat: string;
  done: boolean;
}

export const readLessonLine: Decoder<LessonLine> = struct<LessonLine>(() => ({
  game: text,
  id: text,
  title: text,
  about: text,
  teaches: list(text),
  minutes: number,
  steps: number,
  seat: text,
  done: flag,
}));

/** A step of a game's ladder as the lobby shows it. */
export interface RungLine {
  id: string;
  lesson: string;
  scenario: string;
  seat: string;
  title: string;
  teaches: string;
  difficulty: string;
  minutes: number;
  side: boolean;
  done: boolean;
  won: boolean;
  next: string | null;
  measured: MeasuredLevel[];
}

export const readRungLine: Decoder<RungLine> = struct<RungLine>(() => ({
  id: text,
  lesson: text,
  scenario: text,
  seat: text,
  title: text,
  teaches: text,
  difficulty: text,
  minutes: number,
  side: flag,
  done: flag,
  won: flag,
  next: maybe(text),
  measured: list(readMeasuredLevel),
}));

/** A game that the computer plays for anyone who wants to watch one. */
export interface Recorded {
  game: string;
  scenario: string;
  title: string;
}

export const readRecorded: Decoder<Recorded> = struct<Recorded>(() => ({
  game: text,
  scenario: text,
  title: text,
}));

/** What can be watched: games of others who let anybody look on, and one of each kind that the computer played. */
export interface Watchable {
  tables: TableLine[];
  recorded: Recorded[];
}

export const readWatchable: Decoder<Watchable> = struct<Watchable>(() => ({
  tables: list(readTableLine),
  recorded: list(readRecorded),
}));

/** The ladder of a game, and the step that is next for me. */
export interface LadderLine {
  game: string;
  rungs: RungLine[];
  next: string | null;
}

export const readLadderLine: Decoder<LadderLine> = struct<LadderLine>(() => ({
  game: text,
  rungs: list(readRungLine),
  next: maybe(text),
}));

/** Somebody whom I have muted, or blocked. */
export interface Silence {
  name: string;
  blocked: boolean;
}

export const readSilence: Decoder<Silence> = struct<Silence>(() => ({
  name: text,
  blocked: flag,
}));

/** The id of a new table; empty where the others have to agree first, to ``opening``. */
export interface TableMade {
  id: string;
  opening: string | null;
}

export const readTableMade: Decoder<TableMade> = struct<TableMade>(() => ({
  id: text,
  opening: maybe(text),
}));

/** A saved game of several people that somebody wants to open: who sat where, and who has yet to agree. */
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

export const readOpening: Decoder<Opening> = struct<Opening>(() => ({
  id: text,
  game: text,
  scenario: text,
  title: text,
  by: text,
  seats: record(text),
  waits_for: list(text),
  agreed: flag,
}));

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

export const readFits: Decoder<Fits> = struct<Fits>(() => ({
  whole: flag,
  can_go_on: flag,
  matched: number,
  all: number,
  rules_version: text,
  installed: text,
  goes_on: maybe(text),
}));

/** The table and the seat an invitation led to. */
export interface Joined {
  id: string;
  seat: string;
}

export const readJoined: Decoder<Joined> = struct<Joined>(() => ({
  id: text,
  seat: text,
}));

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
  advice: boolean;
}

export const readInvitation: Decoder<Invitation> = struct<Invitation>(() => ({
  table: text,
  seat: text,
  game: text,
  scenario: text,
  title: text,
  by: text,
  imported: flag,
  opened: flag,
  open_seed: flag,
  advice: flag,
}));

/** A link that gives a seat to the first person to open it. */
export interface InvitationLink {
  token: string;
  path: string;
}

export const readInvitationLink: Decoder<InvitationLink> = struct<InvitationLink>(() => ({
  token: text,
  path: text,
}));

/** A study in the list: what it asks, how far it has got, and its answer so far. */
export interface StudyCard {
  id: string;
  question: string;
  game: string;
  done: number;
  size: number;
  running: boolean;
  finished: boolean;
  answer: string;
}

export const readStudyCard: Decoder<StudyCard> = struct<StudyCard>(() => ({
  id: text,
  question: text,
  game: text,
  done: number,
  size: number,
  running: flag,
  finished: flag,
  answer: text,
}));

/** A plot, to be fetched as a picture, and what it shows. */
export interface StudyPlot {
  name: string;
  title: string;
  about: string;
}

export const readStudyPlot: Decoder<StudyPlot> = struct<StudyPlot>(() => ({
  name: text,
  title: text,
  about: text,
}));

/** A study as it stands. */
export interface StudyReport {
  card: StudyCard;
  head: string[];
  rows: string[][];
  plots: StudyPlot[];
  particulars: string[];
  command: string;
  rate: number;
  left: number;
}

export const readStudyReport: Decoder<StudyReport> = struct<StudyReport>(() => ({
  card: readStudyCard,
  head: list(text),
  rows: list(list(text)),
  plots: list(readStudyPlot),
  particulars: list(text),
  command: text,
  rate: number,
  left: number,
}));

/** The number of the decision that was made, as the seat counts them. */
export interface Decided {
  number: number;
}

export const readDecided: Decoder<Decided> = struct<Decided>(() => ({
  number: number,
}));

/** Has it been done, or must others agree first? */
export interface Agreed {
  done: boolean;
}

export const readAgreed: Decoder<Agreed> = struct<Agreed>(() => ({
  done: flag,
}));

/** One thing that is wrong with a drawn answer, and its rule. */
export interface Fault {
  rule: string;
  text: string;
}

export const readFault: Decoder<Fault> = struct<Fault>(() => ({
  rule: text,
  text: text,
}));

/** What an answer costs for good; where ``asks``, it has to be given twice before it is sent. */
export interface Warning {
  text: string;
  asks: boolean;
}

export const readWarning: Decoder<Warning> = struct<Warning>(() => ({
  text: text,
  asks: flag,
}));

/** Would the answer be taken, and if not, by which rule? Where many things can be wrong at once, all of them. */
export interface Judged {
  legal: boolean;
  rule: string;
  text: string;
  faults: Fault[];
  warning: Warning | null;
  draft: Record<string, unknown> | null;
}

export const readJudged: Decoder<Judged> = struct<Judged>(() => ({
  legal: flag,
  rule: text,
  text: text,
  faults: list(readFault),
  warning: maybe(readWarning),
  draft: maybe(record(anything)),
}));

/** A page of a seat's events, older than those that came with the view. */
export interface EventPage {
  events_from: number;
  events: EventLine[];
}

export const readEventPage: Decoder<EventPage> = struct<EventPage>(() => ({
  events_from: number,
  events: list(readEventLine),
}));

/** What has happened since the seat's holder last looked. */
export interface Summary {
  seen: number;
  events: number;
  turns: number[];
  lines: string[];
}

export const readSummary: Decoder<Summary> = struct<Summary>(() => ({
  seen: number,
  events: number,
  turns: list(number),
  lines: list(text),
}));

/** What checking a game against its key found. */
export interface Verified {
  fair: boolean;
  decisions: number;
  rolls: number;
  head: string;
  problems: string[];
  open_seed: boolean;
}

export const readVerified: Decoder<Verified> = struct<Verified>(() => ({
  fair: flag,
  decisions: number,
  rolls: number,
  head: text,
  problems: list(text),
  open_seed: flag,
}));

/** The dice thrown for one purpose. */
export interface DiceLine {
  what: string;
  rolls: number;
  dice: number;
  faces: number[];
  mean: number;
  expected: number;
}

export const readDiceLine: Decoder<DiceLine> = struct<DiceLine>(() => ({
  what: text,
  rolls: number,
  dice: number,
  faces: list(number),
  mean: number,
  expected: number,
}));

/** Dice as they fell, against what is to be expected of fair ones. */
export interface DiceReport {
  seat: string;
  lines: DiceLine[];
  all: DiceLine;
  chi_square: number;
  p_value: number;
}

export const readDiceReport: Decoder<DiceReport> = struct<DiceReport>(() => ({
  seat: text,
  lines: list(readDiceLine),
  all: readDiceLine,
  chi_square: number,
  p_value: number,
}));

/** The odds of the attacks being asked about. */
export interface OddsReport {
  attacks: Record<string, unknown>[];
}

export const readOddsReport: Decoder<OddsReport> = struct<OddsReport>(() => ({
  attacks: list(record(anything)),
}));

/** What it takes to win this game, and how the seat now stands; nothing where the game does not say. */
export interface StandingReport {
  victory: VictoryTable | null;
  standing: Standing | null;
}

export const readStandingReport: Decoder<StandingReport> = struct<StandingReport>(() => ({
  victory: maybe(readVictoryTable),
  standing: maybe(readStanding),
}));

/** A rule as the page shows it. */
export interface RuleText {
  title: string;
  summary: string;
  kind: string;
  optional: boolean;
}

export const readRuleText: Decoder<RuleText> = struct<RuleText>(() => ({
  title: text,
  summary: text,
  kind: text,
  optional: flag,
}));

/** What never changes about a game: its rules, its phases in words, and whatever else its own table needs. */
export interface Charts {
  rules: Record<string, RuleText>;
  book: Book | null;
  phases: string[];
}

export const readCharts: Decoder<Charts> = struct<Charts>(() => ({
  rules: record(readRuleText),
  book: maybe(readBook),
  phases: list(text),
}));

/** Where a chapter of the replay begins: a turn, a sortie, a kill, a loss. */
export interface ChapterMark {
  at: number;
  turn: number;
  kind: string;
  text: string;
}

export const readChapterMark: Decoder<ChapterMark> = struct<ChapterMark>(() => ({
  at: number,
  turn: number,
  kind: text,
  text: text,
}));

/** The chapters of a seat's game, as far as it has got. */
export interface Chapters {
  chapters: ChapterMark[];
}

export const readChapters: Decoder<Chapters> = struct<Chapters>(() => ({
  chapters: list(readChapterMark),
}));

/** A finished game, looked back at from one seat, and how many moments its replay has for each seat. */
export interface DebriefReport {
  debrief: Debrief;
  moments: Record<string, number>;
}

export const readDebriefReport: Decoder<DebriefReport> = struct<DebriefReport>(() => ({
  debrief: readDebrief,
  moments: record(number),
}));

/** Where one aircraft (or other piece) was, turn by turn, and how it ended. */
export interface Trail {
  unit: string;
  foe: boolean;
  turns: number[];
  hexes: string[];
  fate: string;
}

export const readTrail: Decoder<Trail> = struct<Trail>(() => ({
  unit: text,
  foe: flag,
  turns: list(number),
  hexes: list(text),
  fate: text,
}));

/** Where everything was, in a game that is open to the reader. */
export interface Trails {
  trails: Trail[];
}

export const readTrails: Decoder<Trails> = struct<Trails>(() => ({
  trails: list(readTrail),
}));

/** A legal answer and what it means. */
export interface Option {
  option: string;
  label: string;
}

export const readOption: Decoder<Option> = struct<Option>(() => ({
  option: text,
  label: text,
}));

/** A long list of legal answers in compact form. */
export interface ManyOptions {
  hexes: string[];
  facings: boolean;
  also: Option[];
  start: string;
  facing: string;
  moves: [number, number, number, number][];
  texts: string[];
}

export const readManyOptions: Decoder<ManyOptions> = struct<ManyOptions>(() => ({
  hexes: list(text),
  facings: flag,
  also: list(readOption),
  start: text,
  facing: text,
  moves: list(tuple(number, number, number, number)),
  texts: list(text),
}));

/** A line of an order sheet: something that can be given orders, and which ones. */
export interface OrderRow {
  subject: string;
  group: string;
  state: string;
  place: string;
  reach: string[];
  boxes: string[];
  anyway: string;
  refused: Record<string, number>;
}

export const readOrderRow: Decoder<OrderRow> = struct<OrderRow>(() => ({
  subject: text,
  group: text,
  state: text,
  place: text,
  reach: list(text),
  boxes: list(text),
  anyway: text,
  refused: record(number),
}));

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
  name: string;
  subject: string;
  sheet: string;
  plan: Record<string, unknown> | null;
  chances: Record<string, string>;
  rows: OrderRow[];
  refusals: Fault[];
}

export const readQuestion: Decoder<Question> = struct<Question>(() => ({
  number: number,
  kind: text,
  rule: text,
  prompt: text,
  facts: record(anything),
  options: either(list(readOption), readManyOptions),
  count: number,
  undoable: flag,
  default: maybe(text),
  warnings: record(readWarning),
  ask_first: flag,
  name: text,
  subject: text,
  sheet: text,
  plan: maybe(record(anything)),
  chances: record(text),
  rows: list(readOrderRow),
  refusals: list(readFault),
}));

/** An answer that the seat's orders gave in its place; going back to its number asks it. */
export interface GivenLine {
  after: number;
  number: number;
  by: string;
  text: string;
}

export const readGivenLine: Decoder<GivenLine> = struct<GivenLine>(() => ({
  after: number,
  number: number,
  by: text,
  text: text,
}));

/** What is answered on the seat's behalf. */
export interface SeatOrders {
  routine: boolean;
  always: string[][];
}

export const readSeatOrders: Decoder<SeatOrders> = struct<SeatOrders>(() => ({
  routine: flag,
  always: list(list(text)),
}));

/** Can the seat take its last decision back, and if not, why? */
export interface UndoState {
  possible: boolean;
  reason: string;
  rule: string;
}

export const readUndoState: Decoder<UndoState> = struct<UndoState>(() => ({
  possible: flag,
  reason: text,
  rule: text,
}));

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

export const readEventLine: Decoder<EventLine> = struct<EventLine>(() => ({
  number: number,
  turn: number,
  kind: text,
  rules: list(text),
  data: record(anything),
  text: text,
  modifiers: list(text),
}));

/** A line of chat at the table. */
export interface ChatLine {
  number: number;
  seat: string;
  name: string;
  text: string;
  at: number;
}

export const readChatLine: Decoder<ChatLine> = struct<ChatLine>(() => ({
  number: number,
  seat: text,
  name: text,
  text: text,
  at: number,
}));

/** Somebody wants to go back; the others are asked. */
export interface Proposal {
  by: string;
  turn: number;
  mine: boolean;
  agreed: boolean;
  name: string;
}

export const readProposal: Decoder<Proposal> = struct<Proposal>(() => ({
  by: text,
  turn: number,
  mine: flag,
  agreed: flag,
  name: text,
}));

/** I wait for other people: since when, and after how many seconds they count as gone. */
export interface Waits {
  last_change: number;
  patience: number;
}

export const readWaits: Decoder<Waits> = struct<Waits>(() => ({
  last_change: number,
  patience: number,
}));

/** A seat that had a whole, open copy of the running game, and at which of its own decisions. */
export interface OpenedAt {
  seat: string;
  title: string;
  number: number;
}

export const readOpenedAt: Decoder<OpenedAt> = struct<OpenedAt>(() => ({
  seat: text,
  title: text,
  number: number,
}));

/** Advice and belief maps at this table: may I use them, who wants that changed, and who has used them. */
export interface Advising {
  allowed: boolean;
  alone: boolean;
  wish: string[];
  used: OpenedAt[];
  stood_in: boolean;
}

export const readAdvising: Decoder<Advising> = struct<Advising>(() => ({
  allowed: flag,
  alone: flag,
  wish: list(text),
  used: list(readOpenedAt),
  stood_in: flag,
}));

/** What a bot would answer to decision ``number``; ``full`` if too many ask for more than its first thought. */
export interface AdviceReport {
  number: number;
  advice: Advised;
  full: boolean;
}

export const readAdviceReport: Decoder<AdviceReport> = struct<AdviceReport>(() => ({
  number: number,
  advice: readAdvised,
  full: flag,
}));

/** What a seat may believe of what is hidden from it. */
export interface BeliefReport {
  belief: Believed;
}

export const readBeliefReport: Decoder<BeliefReport> = struct<BeliefReport>(() => ({
  belief: readBelieved,
}));

/** How far an analysis has got, from 0 to 1, and what it found once it is done. */
export interface AnalysisReport {
  progress: number;
  analysis: Analysis | null;
}

export const readAnalysisReport: Decoder<AnalysisReport> = struct<AnalysisReport>(() => ({
  progress: number,
  analysis: maybe(readAnalysis),
}));

/** The picture at the time this many events had been told, as changes to the next later one. */
export interface Earlier {
  told: number;
  values: ([(string | number)[], unknown])[];
  splices: ([(string | number)[], number, number, unknown[]])[];
}

export const readEarlier: Decoder<Earlier> = struct<Earlier>(() => ({
  told: number,
  values: list(tuple(list(either(text, number)), anything)),
  splices: list(tuple(list(either(text, number)), number, number, list(anything))),
}));

/** A lesson, or another step of a ladder, to go on with. */
export interface LessonName {
  game: string;
  id: string;
  title: string;
}

export const readLessonName: Decoder<LessonName> = struct<LessonName>(() => ({
  game: text,
  id: text,
  title: text,
}));

/** A sheet that the coach would hand in: what holds for good, and what for this turn. */
export interface CoachedOrders {
  always: string[][];
  sheet: string[][];
}

export const readCoachedOrders: Decoder<CoachedOrders> = struct<CoachedOrders>(() => ({
  always: list(list(text)),
  sheet: list(list(text)),
}));

/** What the coach of a lesson says to his pupil now. */
export interface Coach {
  lesson: string;
  title: string;
  step: number;
  steps: number;
  say: string;
  why: string;
  rule: string;
  answer: string;
  label: string;
  orders: CoachedOrders | null;
  wrong: string;
  back: number | null;
  back_step: number;
  own_way: boolean;
  over: boolean;
  won: boolean;
  outlived: boolean;
  next: LessonName | null;
}

export const readCoach: Decoder<Coach> = struct<Coach>(() => ({
  lesson: text,
  title: text,
  step: number,
  steps: number,
  say: text,
  why: text,
  rule: text,
  answer: text,
  label: text,
  orders: maybe(readCoachedOrders),
  wrong: text,
  back: maybe(number),
  back_step: number,
  own_way: flag,
  over: flag,
  won: flag,
  outlived: flag,
  next: maybe(readLessonName),
}));

/** Where a branch began: a seat's moment of another game. */
export interface Branch {
  table: string;
  seat: string;
  at: number;
}

export const readBranch: Decoder<Branch> = struct<Branch>(() => ({
  table: text,
  seat: text,
  at: number,
}));

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
  awaited: string[];
  undo: UndoState;
  orders: SeatOrders | null;
  given: GivenLine[];
  events_from: number;
  events: EventLine[];
  earlier: Earlier[];
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
  coach: Coach | null;
  branch_of: string | null;
  branch: Branch | null;
  waits: Waits | null;
  advising: Advising;
}

export const readView: Decoder<View> = struct<View>(() => ({
  type: oneOf("view"),
  table: text,
  game: text,
  scenario: text,
  seat: text,
  perspective: record(anything),
  decision: maybe(readQuestion),
  waiting_for: maybe(oneOf("other")),
  awaited: list(text),
  undo: readUndoState,
  orders: maybe(readSeatOrders),
  given: list(readGivenLine),
  events_from: number,
  events: list(readEventLine),
  earlier: list(readEarlier),
  mark: text,
  result: maybe(record(anything)),
  ended: maybe(record(anything)),
  commitment: text,
  head: text,
  key: maybe(text),
  rekeyed: list(text),
  seats: list(readSeat),
  chat: list(readChatLine),
  marks: list(text),
  proposal: maybe(readProposal),
  seen: number,
  rematch: maybe(text),
  casual: flag,
  open_seed: flag,
  imported: flag,
  limits: list(text),
  opened: list(readOpenedAt),
  closed: flag,
  coach: maybe(readCoach),
  branch_of: maybe(text),
  branch: maybe(readBranch),
  waits: maybe(readWaits),
  advising: readAdvising,
}));

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

export const readMoment: Decoder<Moment> = struct<Moment>(() => ({
  table: text,
  seat: text,
  at: number,
  moments: number,
  perspective: record(anything),
  events_from: number,
  events: list(readEventLine),
  decision: maybe(text),
  asked: maybe(text),
  answer: maybe(text),
}));

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
  pictures?: boolean;
  id?: string | number | null;
}

/** Stop sending this seat's view. */
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

/** What is to be answered on the seat's behalf, as in the HTTP body for orders. */
export interface SetOrders {
  type: "orders";
  table: string;
  seat: string;
  routine?: boolean | null;
  always?: [string, string, string][] | null;
  sheet?: [string, string, string][] | null;
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

/** A line of chat. */
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

/** How many of the seat's events have been looked at. */
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

export const readDone: Decoder<Done> = struct<Done>(() => ({
  type: oneOf("done"),
  id: maybe(either(text, number)),
  number: maybe(number),
}));

/** It is not done, and nothing changed. */
export interface Refused {
  type: "refused";
  id: string | number | null;
  why: string;
  rule: string;
  text: string;
}

export const readRefused: Decoder<Refused> = struct<Refused>(() => ({
  type: oneOf("refused"),
  id: maybe(either(text, number)),
  why: text,
  rule: text,
  text: text,
}));

/** Somebody wrote. */
export interface ChatSaid {
  type: "chat";
  table: string;
  line: ChatLine;
}

export const readChatSaid: Decoder<ChatSaid> = struct<ChatSaid>(() => ({
  type: oneOf("chat"),
  table: text,
  line: readChatLine,
}));

/** The table no longer exists. */
export interface Gone {
  type: "gone";
  table: string;
}

export const readGone: Decoder<Gone> = struct<Gone>(() => ({
  type: oneOf("gone"),
  table: text,
}));

/** The server is still here as well. */
export interface Pong {
  type: "pong";
}

export const readPong: Decoder<Pong> = struct<Pong>(() => ({
  type: oneOf("pong"),
}));

export type ClientMessage = Watch | Unwatch | Decide | Undo | SetOrders | Consent | Chat | SetMarks | Seen | Ping;

export type ServerMessage = View | Done | Refused | ChatSaid | Gone | Pong;

export const readServerMessage: Decoder<ServerMessage> = tagged<ServerMessage>("type", () => ({ view: readView, done: readDone, refused: readRefused, chat: readChatSaid, gone: readGone, pong: readPong }));
