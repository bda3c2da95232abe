/** What stands in the prompt's place while nothing is asked: what has just happened, held to be read; how it ended. */

import type { Combat, News } from "../../lib/combat";
import type { Table } from "../../lib/table.svelte";
import { levelName } from "../../lib/words";
import { word } from "./i18n";
import { resultText } from "./words";

export function newsOf(table: Table, fights: readonly Combat[]): News | null {
  if (table.held) {
    const fight = fights.at(-1);
    return fight ? { text: fight.outcome[0] ?? fight.title, tone: fight.tone } : null;
  }
  const { result, ended, game, seat } = table.now;
  const level = table.over && !table.narrating && !ended ? String(result?.["level"] ?? "") : "";
  const text = level && ((seat === "umpire" && word(`result.umpire.${level}`, "")) || levelName(game, level));
  return text ? { text: `${text} · ${resultText(result ?? {})}`, tone: "" } : null;
}
