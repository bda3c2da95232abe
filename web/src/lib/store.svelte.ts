/** What the whole page shares: who is asking, the games, their static data, and short notices. */

import { get, me as fetchMe, Refused } from "./api";
import { t } from "./i18n";
import type { Game, Me } from "./messages";
import type { StaticData } from "./night/types";

class Shared {
  me = $state.raw<Me | null>(null);
  games = $state.raw<Game[]>([]);
  statics = $state.raw<Record<string, StaticData>>({});
}

export const shared = new Shared();

export async function start(): Promise<void> {
  shared.me = await fetchMe();
}

export async function loadGames(): Promise<Game[]> {
  if (shared.games.length === 0) shared.games = await get<Game[]>("/api/games");
  return shared.games;
}

export async function loadStatic(game: string): Promise<StaticData> {
  const known = shared.statics[game];
  if (known) return known;
  const data = await get<StaticData>(`/api/static/${encodeURIComponent(game)}`);
  shared.statics = { ...shared.statics, [game]: data };
  return data;
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
  if (error instanceof Refused) tell(error.why === "offline" ? t("error.offline") : error.message, error.rule, true);
  else tell(t("error.unexpected", { reason: error instanceof Error ? error.message : String(error) }), "", true);
}
