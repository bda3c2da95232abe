/** What Nightfighter's table can show: its own picture, or that of a game that builds on it. */

import type { Contact, Picture } from "./types";

export interface ShownContact extends Contact {
  /** Where counters are open: how little is known of its place, and where its Track marker lies. */
  level?: string;
  track?: "above" | "beneath" | null;
}

export interface Shown extends Omit<Picture, "game" | "contacts" | "over"> {
  game: string;
  contacts: ShownContact[];
  over: object | null;
  /** In good visibility a crew sees its own hex and the one ahead, not those around [S3.0b]. */
  sees_ahead?: boolean;
}
