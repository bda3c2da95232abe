/** What a game brings to the page of its own: a table, a replay, a set-up. One that brings nothing has the plain ones. */

import type { Component } from "svelte";
import type { Charts, EventLine, Game, Moment, Scenario } from "./messages";
import type { Sound } from "./sound";
import type { Table } from "./table.svelte";

/** What a seat may know now: the game's own, which only the game's own decoder can read. */
export type Picture = object;

export interface TableProps {
  table: Table;
  statics: Charts;
  info: Game;
  scenario: Scenario | undefined;
}
export interface MomentProps {
  moment: Moment;
  statics: Charts;
  scenario: Scenario | undefined;
  seat: string;
}
export interface RevealProps extends MomentProps {
  table: string;
  /** The end of the game: the way everything went is shown. */
  last: boolean;
}
export interface ScenarioProps {
  statics: Charts;
  scenario: Scenario;
}
export interface LegendProps {
  statics: Charts;
}
export interface OptionsProps extends ScenarioProps {
  /** To be told of every change: the options of this game, as the server takes them. */
  onchange: (options: Record<string, unknown>) => void;
}

/** How news is told at a pace: how long a reader looks at an event, in milliseconds at a steady one. */
export interface Narration {
  pause(event: EventLine): number;
  /** What is heard when it is told, by those who have switched sound or captions on. */
  sound?(event: EventLine): Sound | null;
  /** Is the last of these to be read before the next is told? The picture is as it is when all has been told. */
  holds?(told: readonly EventLine[], next: EventLine | undefined, picture: Picture): boolean;
}

export interface GameParts {
  table: Component<TableProps>;
  moment: Component<MomentProps>;
  story?: Component<ScenarioProps>;
  /** Every sign, colour and counter of its map, for the reader; fetched when it is looked at. */
  legend?: () => Promise<{ default: Component<LegendProps> }>;
  options?: Component<OptionsProps>;
  /** Options of the set-up that `options` asks about itself. */
  ownOptions?: string[];
  narration: Narration;
  /** Its map in the debrief, as one seat knew it; fetched when it is looked at. */
  reveal?: () => Promise<{ default: Component<RevealProps> }>;
  /** Its dice call out numbers: a six is no better than a one. */
  callsNumbers?: boolean;
}

/** The games with parts of their own, by their folder; each is fetched when it is first needed. */
const OWN = import.meta.glob<{ default: GameParts }>("../games/*/parts.ts");

const plain = (): Promise<{ default: GameParts }> => import("../plain/parts");

export async function partsOf(game: string): Promise<GameParts> {
  return (await (OWN[`../games/${game}/parts.ts`] ?? plain)()).default;
}
