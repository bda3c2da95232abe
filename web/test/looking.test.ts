import { describe, expect, it } from "vitest";
import { lookedAtAs } from "../src/lib/looking.svelte";
import type { Table } from "../src/lib/table.svelte";

describe("a table looked at with other eyes", () => {
  it("has another picture, and all else as it is", () => {
    class Plain {
      picture = { own: 1 };
      #answers: string[] = [];
      get asked(): number {
        return this.#answers.length;
      }
      decide(option: string): void {
        this.#answers.push(option);
      }
    }
    const table = new Plain();
    const seen = lookedAtAs(table as unknown as Table, { picture: { other: 2 } }) as unknown as Plain;
    seen.decide("next");
    expect([seen.picture, seen.asked, table.asked, table.picture]).toEqual([{ other: 2 }, 1, 1, { own: 1 }]);
  });
});
