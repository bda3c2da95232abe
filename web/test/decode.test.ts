import { describe, expect, it } from "vitest";
import {
  either,
  flag,
  list,
  maybe,
  Misfit,
  number,
  oneOf,
  optional,
  record,
  struct,
  text,
  tuple,
} from "../src/lib/decode";
import { readServerMessage } from "../src/lib/messages";

describe("what comes from the server", () => {
  it("is handed on as it came, if it is what it should be", () => {
    const shape = struct<{ a: string; b?: number; c: [string, boolean][]; d: "x" | "y" | null }>(() => ({
      a: text,
      b: optional(number),
      c: list(tuple<[string, boolean]>(text, flag)),
      d: maybe(oneOf("x", "y")),
    }));
    const sent: unknown = { a: "", c: [["b", true]], d: null, more: 1 };
    expect(shape(sent)).toBe(sent);
    expect(record(either(text, number))({ a: "b", c: 3 })).toEqual({ a: "b", c: 3 });
  });

  it("is refused with the place of its fault, if it is not", () => {
    const shape = struct<{ list: { hex: string }[] }>(() => ({
      list: list(struct<{ hex: string }>(() => ({ hex: text }))),
    }));
    expect(() => shape({ list: [{ hex: "0101" }, { hex: 101 }] })).toThrow(
      /\.list\[1\]\.hex: string expected, 101 found/,
    );
    for (const [read, wrong] of [
      [text, 1],
      [number, "1"],
      [flag, null],
      [oneOf("a"), "b"],
      [list(text), "a"],
      [tuple<[string, string]>(text, text), ["a"]],
      [maybe(text), undefined],
      [optional(text), null],
      [record(text), []],
      [either(text, number), true],
    ] as const)
      expect(() => read(wrong)).toThrow(Misfit);
  });

  it("says which message it is", () => {
    expect(readServerMessage({ type: "done", id: 1, number: null })).toEqual({ type: "done", id: 1, number: null });
    expect(() => readServerMessage({ type: "dome", id: 1 })).toThrow(Misfit);
    expect(() => readServerMessage({ type: "refused", id: 1, why: "stale" })).toThrow(/\.rule/);
  });
});
