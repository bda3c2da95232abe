/** Advice and beliefs of one seat at one table: asked for when the reader wants them, and of one question or view only. */

import { post } from "./api";
import { readAdviceReport, readBeliefReport, type AdviceReport, type Believed } from "./messages";
import { settings } from "./settings.svelte";
import { complain } from "./store.svelte";
import type { Table } from "./table.svelte";

export const BELIEF_MODES = ["off", "outline", "shaded"] as const;
export type BeliefMode = (typeof BELIEF_MODES)[number];

/** From off to the outline of what is possible, to shades by how likely it is, and off again. */
export function nextBelief(): void {
  const at = BELIEF_MODES.indexOf(settings.belief);
  settings.belief = BELIEF_MODES[(at + 1) % BELIEF_MODES.length] ?? "off";
}

export class Counsel {
  private report = $state.raw<AdviceReport | null>(null);
  asking = $state(false);
  private found = $state.raw<{ mark: string; believed: Believed } | null>(null);
  private fetching = "";

  constructor(private readonly table: Table) {}

  get allowed(): boolean {
    return this.table.view?.advising.allowed ?? false;
  }

  /** The advice on the question that is open now, if it was asked for. */
  get advice(): AdviceReport | null {
    return this.report?.number === this.table.decision?.number ? this.report : null;
  }

  async ask(): Promise<void> {
    if (this.asking || !this.allowed || !this.table.decision || this.advice) return;
    this.asking = true;
    try {
      this.report = await post(readAdviceReport, `/api/tables/${this.table.id}/advice`, { seat: this.table.seat });
    } catch (error) {
      complain(error);
    } finally {
      this.asking = false;
    }
  }

  forget(): void {
    this.report = null;
  }

  /** What the seat may believe now; null while it is switched off, not allowed, or on its way. */
  get believed(): Believed | null {
    return settings.belief !== "off" && this.allowed && this.found?.mark === this.mark ? this.found.believed : null;
  }

  private lesson = $state.raw<{ mark: string; option: string; believed: Believed } | null>(null);

  /** What the answer last pointed at would teach, as long as the same is asked. */
  get taught(): Believed | null {
    return this.believed && this.lesson?.mark === this.mark ? this.lesson.believed : null;
  }

  /** Ask what an answer would teach; whoever points at the next before this is answered is told of the next. */
  teach(option: string): void {
    const mark = this.mark;
    if (!this.believed || (this.lesson?.mark === mark && this.lesson.option === option)) return;
    post(readBeliefReport, `/api/tables/${this.table.id}/belief`, { seat: this.table.seat, option }).then(
      ({ belief }) => (this.lesson = { mark, option, believed: belief }),
      () => undefined, // one at a time: the next hex is asked about when it is pointed at
    );
  }

  /** Whatever the seat is told or answers changes what it may believe. */
  private get mark(): string {
    const view = this.table.view;
    return view ? `${view.head}:${this.table.known}:${view.decision?.number ?? ""}` : "";
  }

  /** Fetch it where it is wanted and not here; for an effect. */
  follow(): void {
    const mark = this.mark;
    if (settings.belief === "off" || !this.allowed || this.table.narrating || mark === "") return;
    if (this.found?.mark === mark || this.fetching !== "") return; // one at a time: see below
    this.fetching = mark;
    post(readBeliefReport, `/api/tables/${this.table.id}/belief`, { seat: this.table.seat }).then(
      ({ belief }) => {
        this.fetching = "";
        this.found = { mark, believed: belief }; // whatever follows this tries again, if more is known by now
      },
      () => {
        this.fetching = "";
        if (this.mark !== mark) this.follow(); // the game had gone on; else too many ask: the next view tries again
      },
    );
  }
}
