/** Where the reader is open, and how it came there: over a table, or as a screen of its own. */

import type { Snippet } from "svelte";
import type { Table } from "./table.svelte";

export type Tab = "rules" | "turn" | "glossary" | "legend" | "victory" | "guide" | "keys";

/** A page of a game's book: a rule, a term, a guide, or one of the tabs. */
export interface Place {
  game: string;
  tab: Tab;
  id: string;
}

class Reader {
  shown = $state.raw<Place | null>(null);
  /** The table it is read at: its log is searched, and its standing shown. */
  table = $state.raw<Table | null>(null);
  /** The table's own help, shown beside its rules. */
  help = $state.raw<Snippet<[() => void]> | null>(null);
  /** Where the reader is a screen of its own, it goes elsewhere by the address. */
  navigate: ((place: Place) => void) | null = null;
  private past = $state.raw<Place[]>([]);

  /** A rule by its number. */
  open(game: string, id: string): void {
    this.go({ game, tab: "rules", id });
  }

  go(place: Place): void {
    if (this.navigate) {
      this.navigate(place);
      return;
    }
    if (this.shown) this.past = [...this.past, this.shown];
    this.shown = place;
  }

  get canGoBack(): boolean {
    return this.past.length > 0;
  }

  back(): void {
    this.shown = this.past.at(-1) ?? this.shown;
    this.past = this.past.slice(0, -1);
  }

  close(): void {
    this.shown = null;
    this.past = [];
  }
}

export const reader = new Reader();
