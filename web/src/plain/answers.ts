/** The answers to a question as they are offered at the plain table. */

import type { Option, Question } from "../lib/messages";

const FACINGS = ["N", "NE", "SE", "S", "SW", "NW"];

export interface Answers {
  listed: Option[];
  /** The answer can be anything of a form that is not listed: it has to be written. */
  written: boolean;
}

export function answersOf(question: Question): Answers {
  const options = question.options;
  if (Array.isArray(options)) return { listed: options, written: false };
  const hexes = options.facings
    ? options.hexes.flatMap((hex) => FACINGS.map((facing) => `${hex} ${facing}`))
    : options.hexes;
  const texts = [...hexes, ...options.texts].map((option) => ({ option, label: option }));
  return { listed: [...options.also, ...texts], written: options.moves.length > 0 };
}

/** Those that have every word written so far in them; a whole answer first. */
export function matching(listed: readonly Option[], text: string): Option[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = listed.filter(({ option, label }) =>
    words.every((word) => `${option} ${label}`.toLowerCase().includes(word)),
  );
  const whole = text.trim().toLowerCase();
  return found.sort((a, b) => Number(b.option.toLowerCase() === whole) - Number(a.option.toLowerCase() === whole));
}
