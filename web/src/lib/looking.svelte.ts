/** A table looked at with other eyes: the same seat, link and answers, but its picture or log as another game knows it. */

import type { Table } from "./table.svelte";

export type Seen = Partial<Pick<Table, "picture" | "events" | "lines" | "fresh">>;

/** What `seen` has is read there (give it getters, so that it follows what changes); all else is the table's own. */
export function lookedAtAs(table: Table, seen: Seen): Table {
  return new Proxy(table, {
    get(target, name) {
      if (name in seen) return Reflect.get(seen, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
