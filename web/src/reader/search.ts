/** Looks for words in a game's book, and knows which rules stand beside each other. */

import type { Book, Charts } from "../lib/messages";

export interface Hit {
  kind: "rule" | "term" | "guide";
  id: string;
  title: string;
  /** The words about the first place where something was found. */
  around: string;
}

const folded = (text: string): string => text.normalize("NFC").toLocaleLowerCase();

export const wordsOf = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);

const AROUND = 34;

/** A piece of the text about the first of the words. */
function about(text: string, words: readonly string[]): string {
  const low = folded(text);
  const at = Math.min(...words.map((word) => low.indexOf(word)).filter((place) => place >= 0), low.length);
  if (at >= low.length) return text.slice(0, 2 * AROUND);
  const from = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0;
  return `${from > 0 ? "… " : ""}${text.slice(from, at + AROUND)}${at + AROUND < text.length ? " …" : ""}`;
}

/**
 * Everything that has all the words. What has them in its title comes first, before it what has its title begin with
 * the first of them; then the order of the book.
 */
export function search(query: string, rules: Charts["rules"], book: Book | null): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found: { hit: Hit; rank: number }[] = [];
  function look(kind: Hit["kind"], id: string, title: string, text: string): void {
    const head = folded(kind === "rule" ? `${id} ${title}` : title);
    if (!words.every((word) => head.includes(word) || folded(text).includes(word))) return;
    const begins = folded(title).startsWith(words[0]!);
    const rank = 2 * words.filter((word) => head.includes(word)).length + (begins ? 1 : 0);
    found.push({ hit: { kind, id, title, around: about(text, words) }, rank });
  }
  for (const term of book?.terms ?? []) look("term", term.key, term.name, term.means);
  for (const [id, rule] of Object.entries(rules)) look("rule", id, rule.title, rule.summary);
  for (const guide of book?.guides ?? []) look("guide", guide.key, guide.title, guide.paragraphs.join(" "));
  return found.sort((a, b) => b.rank - a.rank).map(({ hit }) => hit);
}

/** A text in pieces, those that were looked for marked. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const words = wordsOf(query);
  if (words.length === 0) return [{ text, hit: false }];
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "giu");
  return text.split(pattern).flatMap((piece, place) => (piece ? [{ text: piece, hit: place % 2 === 1 }] : []));
}

/** 17.4.3 of 17.4.3b. */
export const numberOf = (id: string): string => (/\d/.test(id) ? id.replace(/[a-z]+$/, "") : id);

/** All rules of the number that the rule has: 17.4.3a to e. */
export function familyOf(id: string, rules: Charts["rules"]): string[] {
  const number = numberOf(id);
  return Object.keys(rules).filter((each) => numberOf(each) === number);
}

/** The rule meant by a number: itself, or the first of those under it. */
export function ruleAt(id: string, rules: Charts["rules"]): string {
  if (rules[id]) return id;
  const number = id.replace(/\.0$/, "");
  const isUnder = (each: string): boolean => {
    const next = each.charAt(number.length);
    return each.startsWith(number) && !(/\d/.test(next) && /\d$/.test(number));
  };
  return Object.keys(rules).find(isUnder) ?? "";
}

const NUMBER = /(?<![\w.])(?:[A-Z]{1,2})?\d+\.\d+(?:\.\d+)*[a-z]?(?![\w.]*\d)/g;

/** The rules that a text names and the book has. */
export function namedIn(text: string, rules: Charts["rules"]): string[] {
  return [...new Set((text.match(NUMBER) ?? []).map((each) => ruleAt(each, rules)).filter(Boolean))];
}

/** A sentence in pieces: words, and the numbers of rules that stand in brackets. */
export function cited(text: string): { text: string; rules: string[] }[] {
  return text
    .split(/\s*\[([A-Z]{0,6}\d*[\w., ]*)\]/)
    .map((piece, place) => (place % 2 ? { text: "", rules: piece.split(/[, ]+/) } : { text: piece, rules: [] }))
    .filter(({ text: words, rules }) => words || rules.length > 0);
}
