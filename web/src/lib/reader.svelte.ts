/** The rule a reader has asked for, shown in one place of the page. */

class Reader {
  shown = $state.raw<{ game: string; id: string; near: DOMRect } | null>(null);

  open(game: string, id: string, near: DOMRect): void {
    this.shown = this.shown?.id === id ? null : { game, id, near };
  }

  close(): void {
    this.shown = null;
  }
}

export const reader = new Reader();
