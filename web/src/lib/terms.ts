/** Finds the words of a game's glossary in a text. */

import type { Term } from "./messages";

export interface Piece {
  text: string;
  term: Term | null;
}

interface Finder {
  pattern: RegExp | null;
  of: Map<string, Term>;
  /** Forms with an open end, the longest first. */
  open: [string, Term][];
}

const known = new WeakMap<readonly Term[], Finder>();

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function finder(terms: readonly Term[]): Finder {
  const before = known.get(terms);
  if (before) return before;
  const of = new Map<string, Term>();
  const open: [string, Term][] = [];
  const forms: string[] = [];
  for (const term of terms)
    for (const form of term.forms) {
      const spelled = form.toLowerCase();
      if (spelled.includes("*")) open.push([spelled, term]);
      else if (!of.has(spelled)) of.set(spelled, term);
      forms.push(spelled);
    }
  forms.sort((a, b) => b.length - a.length);
  const source = forms.map((form) => form.split("*").map(escaped).join("\\p{L}*")).join("|");
  const pattern = source ? new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, "giu") : null;
  const made = { pattern, of, open };
  known.set(terms, made);
  return made;
}

function termOf(found: string, { of, open }: Finder): Term | null {
  const exact = of.get(found);
  if (exact) return exact;
  const fits = ([form]: [string, Term]): boolean =>
    new RegExp(`^${form.split("*").map(escaped).join("\\p{L}*")}$`, "u").test(found);
  return open.find(fits)?.[1] ?? null;
}

/** Abbreviations are written in capitals: a form of two or three such letters is no other word. */
const isOther = (found: string, term: Term): boolean =>
  /^\p{Lu}{2,4}$/u.test(term.name) && found.length <= 4 && found !== found.toUpperCase();

/** A text in pieces: words of the glossary, each once, and what stands between them. */
export function pieces(text: string, terms: readonly Term[], except = ""): Piece[] {
  const found = finder(terms);
  if (!found.pattern || !text) return [{ text, term: null }];
  const told: Piece[] = [];
  const seen = new Set([except]);
  let done = 0;
  for (const match of text.matchAll(found.pattern)) {
    const term = termOf(match[0].toLowerCase(), found);
    if (!term || seen.has(term.key) || isOther(match[0], term)) continue;
    seen.add(term.key);
    if (match.index > done) told.push({ text: text.slice(done, match.index), term: null });
    told.push({ text: match[0], term });
    done = match.index + match[0].length;
  }
  if (done < text.length || told.length === 0) told.push({ text: text.slice(done), term: null });
  return told;
}
