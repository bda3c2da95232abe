/** The page's words as a server would send them; `python tools/page.py test` writes them down first. */

import type { PageWords } from "../src/lib/messages";

const FILES = import.meta.glob<PageWords>("./words/*.json", { eager: true, import: "default" });

export function catalogue(locale: string): PageWords {
  const found = FILES[`./words/${locale}.json`];
  if (!found) throw new Error("the words are not there: run python tools/page.py test");
  return found;
}
