/** The card that says what a word of the glossary means: while it is pointed at, or until it is put away. */

import type { Term } from "./messages";

interface Shown {
  game: string;
  term: Term;
  near: DOMRect;
  /** The dialog the word stands in: what is not inside an open dialog cannot be seen above it. */
  within: HTMLElement | null;
}

const WAIT = 250; // milliseconds before what is only passed over is explained

class TermCard {
  shown = $state.raw<Shown | null>(null);
  pinned = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  point(game: string, term: Term, word: HTMLElement): void {
    if (this.pinned) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(game, term, word), this.shown ? 0 : WAIT);
  }

  leave(): void {
    clearTimeout(this.timer);
    if (!this.pinned) this.shown = null;
  }

  pin(game: string, term: Term, word: HTMLElement): void {
    clearTimeout(this.timer);
    if (this.pinned && this.shown?.term.key === term.key) {
      this.close();
      return;
    }
    this.show(game, term, word);
    this.pinned = true;
  }

  close(): void {
    clearTimeout(this.timer);
    this.shown = null;
    this.pinned = false;
  }

  private show(game: string, term: Term, word: HTMLElement): void {
    this.shown = { game, term, near: word.getBoundingClientRect(), within: word.closest("dialog") };
  }
}

export const termCard = new TermCard();
