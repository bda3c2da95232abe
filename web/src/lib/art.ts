/** The pictures that games bring for the lobby. */

import type { Component } from "svelte";

const OWN = import.meta.glob<{ default: Component<{ label: string }> }>("../games/*/Art.svelte", { eager: true });

export const artOf = (game: string): Component<{ label: string }> | undefined =>
  OWN[`../games/${game}/Art.svelte`]?.default;
