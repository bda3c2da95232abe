/** The words of the career pages: our own, and those of the book, which come with its charts in the reader's language. */

import { wordsOf } from "../../lib/i18n";
import type { Key } from "./keys";
import type { Scenario } from "../../lib/messages";
import { scenarioOf } from "./book";
import type { CareerData, CareerPicture, Crew, Plane, Sortie } from "./types";

export const { say, sayOr } = wordsOf<Key>("campaign");

export const named = (data: CareerData, vocabulary: string, word: string): string =>
  data.words[vocabulary]?.[word] ?? word;

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Week 2 of July 1942". */
export function dateText(data: CareerData, week: number): string {
  const month = data.months[Math.floor((Math.max(1, week) - 1) / 4)];
  return week < 1 ? (month?.title ?? "") : say("date", { n: ((week - 1) % 4) + 1, month: month?.within ?? "" });
}

/** How an aircraft is: serviceable, in the workshop, gone; and with what radar. */
export function planeState(plane: Plane): string {
  const state =
    plane.workshop_weeks > 0
      ? say("plane.workshop", { n: plane.workshop_weeks })
      : sayOr(`plane.${plane.fate}`, plane.fate);
  return plane.radar ? `${state}, ${say("plane.radar", { radar: plane.radar })}` : state;
}

/** How a crew is: ready, wounded, away, or no longer there. */
export function crewState(data: CareerData, crew: Crew): string {
  if (crew.fate !== "active") return named(data, "fate", crew.fate);
  if (crew.wounded_weeks > 0) return say("crew.wounded", { n: crew.wounded_weeks });
  return crew.away_weeks > 0 ? say("crew.away", { n: crew.away_weeks }) : say("crew.ready");
}

/** A sortie as its pilot would write it down: a sentence for the diary. */
export function sortieText(data: CareerData, sortie: Sortie): string {
  const { number, bombers, kills, hits, lost, turns } = sortie;
  const said = {
    n: number,
    kind: named(data, "kind", sortie.kind),
    size: named(data, "size", sortie.size),
    bomber: bombers,
    crew: sortie.crews.join(", "),
    plane: [...new Set(sortie.planes)].join(", "),
    turns,
  };
  const came = lost > 0 ? say("diary.lost") : hits > 0 ? say("diary.hits", { n: hits }) : say("diary.unhurt");
  const did = kills > 0 ? say("diary.kills", { n: kills }) : say("diary.no_kill");
  return `${say("diary.sortie", said)} ${did} ${came}`;
}

/** A career in three figures: points, kills, sorties. */
export function summaryOf({ scenario, score, kills, crews, sorties }: CareerPicture): string[] {
  const [points, downed] =
    scenario === "staffel" ? [score.total, kills.length] : [crews[0]?.points ?? 0, crews[0]?.kills ?? 0];
  return [
    say("week.points", { n: points }),
    say("week.kills", { n: downed }),
    say("week.sorties", { n: sorties.length }),
  ];
}

/** The sortie in the air as a scenario with its title. */
export function raidOf(picture: CareerPicture, data: CareerData): Scenario | undefined {
  const orders = picture.orders;
  if (!orders) return undefined;
  const title = capital(`${named(data, "kind", orders.kind)}, ${named(data, "size", orders.size)}`);
  return scenarioOf(picture, say("sortie.number", { n: picture.sortie_number }), title, dateText(data, picture.week));
}
