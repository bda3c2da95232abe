/** What the whole page shares: who is asking, the games, their static data, and short notices. */

import { get, me as fetchMe, Refused } from "./api";
import { list } from "./decode";
import { type GameParts, partsOf } from "./games";
import { t } from "./i18n";
import {
  type Charts,
  readCharts,
  readGame,
  readLadderLine,
  readLessonLine,
  type Game,
  type LadderLine,
  type LessonLine,
  type Me,
} from "./messages";

class Shared {
  me = $state.raw<Me | null>(null);
  games = $state.raw<Game[]>([]);
  statics = $state.raw<Record<string, Charts>>({});
  /** Tables, replays and set-ups of the games looked at so far. */
  parts = $state.raw<Record<string, GameParts>>({});
  /** The game a reader is at: rule numbers are of its book. */
  game = $state("");
}

export const shared = new Shared();

export async function start(): Promise<void> {
  shared.me = await fetchMe();
}

export async function loadGames(): Promise<Game[]> {
  if (shared.games.length === 0) shared.games = await get(list(readGame), "/api/games");
  return shared.games;
}

/** Where to begin: the coached games and what to play after them. */
export interface Beginning {
  lessons: LessonLine[];
  ladders: LadderLine[];
}

export async function loadBeginning(): Promise<Beginning> {
  const [lessons, ladders] = await Promise.all([
    get(list(readLessonLine), "/api/lessons"),
    get(list(readLadderLine), "/api/ladders"),
    loadGames(),
  ]);
  return { lessons, ladders };
}

export async function loadStatic(game: string): Promise<Charts> {
  const known = shared.statics[game];
  if (known) return known;
  const data = await get(readCharts, `/api/static/${encodeURIComponent(game)}`);
  shared.statics = { ...shared.statics, [game]: data };
  return data;
}

/** All that a screen of this game needs. */
export async function loadGame(game: string): Promise<void> {
  shared.game = game;
  const [parts] = await Promise.all([partsOf(game), loadGames(), loadStatic(game)]);
  if (!shared.parts[game]) shared.parts = { ...shared.parts, [game]: parts };
}

export interface Notice {
  id: number;
  text: string;
  rule: string;
  bad: boolean;
}

export const notices = $state<Notice[]>([]);
let last = 0;

export function tell(text: string, rule = "", bad = false): void {
  const again = notices.find((notice) => notice.text === text);
  if (again) dismiss(again.id); // it is said once, and stays as long as if it were new
  const id = ++last;
  notices.push({ id, text, rule, bad });
  setTimeout(() => dismiss(id), bad ? 9000 : 4500);
}

export function dismiss(id: number): void {
  const at = notices.findIndex((notice) => notice.id === id);
  if (at >= 0) notices.splice(at, 1);
}

/** Show why something went wrong. */
export function complain(error: unknown): void {
  if (error instanceof Refused && error.why === "login") start().catch(() => undefined); // signed out in another tab
  if (error instanceof Refused) tell(error.why === "offline" ? t("error.offline") : error.message, error.rule, true);
  else tell(t("error.unexpected", { reason: error instanceof Error ? error.message : String(error) }), "", true);
}
