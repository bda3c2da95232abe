/**
 * What comes from the server is looked at once, here, before anything else touches it: a value that does not have the
 * promised shape is refused with the place of its fault. The decoders themselves are generated (messages.ts and each
 * game's types.ts); a value is handed on as it came, so looking at it twice costs nothing.
 *
 * This is the only file that may assert a type; ESLint holds the others to it.
 */

/** Takes a value of any shape and gives it its type, or throws a Misfit. */
export type Decoder<T> = (value: unknown, at?: string) => T;

/** Server and page do not agree about what is sent. */
export class Misfit extends Error {
  constructor(at: string, wanted: string, value: unknown) {
    super(`${at || "the answer"}: ${wanted} expected, ${String(JSON.stringify(value)).slice(0, 80)} found`);
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const primitive =
  <T>(wanted: string): Decoder<T> =>
  (value, at = "") => {
    if (typeof value !== wanted) throw new Misfit(at, wanted, value);
    return value as T;
  };

export const text: Decoder<string> = primitive("string");
export const number: Decoder<number> = primitive("number");
export const flag: Decoder<boolean> = primitive("boolean");
export const anything: Decoder<unknown> = (value) => value;

export const nothing: Decoder<null> = (value, at = "") => {
  if (value !== null) throw new Misfit(at, "null", value);
  return value;
};

export const oneOf =
  <const T extends readonly (string | number | boolean)[]>(...words: T): Decoder<T[number]> =>
  (value, at = "") => {
    if (!(words as readonly unknown[]).includes(value)) throw new Misfit(at, words.join(" or "), value);
    return value as T[number];
  };

export const maybe =
  <T>(of: Decoder<T>): Decoder<T | null> =>
  (value, at) =>
    value === null ? null : of(value, at);

/** A field that may be left out. */
export const optional =
  <T>(of: Decoder<T>): Decoder<T | undefined> =>
  (value, at) =>
    value === undefined ? undefined : of(value, at);

export const list =
  <T>(of: Decoder<T>): Decoder<T[]> =>
  (value, at = "") => {
    if (!Array.isArray(value)) throw new Misfit(at, "a list", value);
    value.forEach((each, index) => of(each, `${at}[${index}]`));
    return value as T[];
  };

export const record =
  <T>(of: Decoder<T>): Decoder<Record<string, T>> =>
  (value, at = "") => {
    if (!isObject(value)) throw new Misfit(at, "an object", value);
    for (const name in value) of(value[name], `${at}.${name}`);
    return value as Record<string, T>;
  };

type Each<T extends readonly unknown[]> = { [K in keyof T]: Decoder<T[K]> };

export const tuple =
  <T extends readonly unknown[]>(...parts: Each<T>): Decoder<T> =>
  (value, at = "") => {
    if (!Array.isArray(value) || value.length !== parts.length) throw new Misfit(at, `${parts.length} values`, value);
    parts.forEach((part, index) => part(value[index], `${at}[${index}]`));
    return value as unknown as T;
  };

/** The first of these that fits. */
export const either =
  <T extends readonly unknown[]>(...ways: Each<T>): Decoder<T[number]> =>
  (value, at = "") => {
    let fault: unknown;
    for (const way of ways)
      try {
        return way(value, at);
      } catch (misfit) {
        fault = misfit;
      }
    throw fault;
  };

/** An object with these fields; others it may have besides. The fields are named late, since structs nest. */
export function struct<T extends object>(fields: () => { [K in keyof T]-?: Decoder<T[K]> }): Decoder<T> {
  const fit = new WeakSet<object>();
  let known: [string, Decoder<unknown>][] | undefined;
  return (value, at = "") => {
    if (!isObject(value)) throw new Misfit(at, "an object", value);
    if (!fit.has(value)) {
      known ??= Object.entries(fields());
      for (const [name, of] of known) of(value[name], `${at}.${name}`);
      fit.add(value);
    }
    return value as T;
  };
}

/** One of several structs, told apart by a field. */
export function tagged<T>(field: string, ways: () => Record<string, Decoder<T>>): Decoder<T> {
  let known: Record<string, Decoder<T>> | undefined;
  return (value, at = "") => {
    known ??= ways();
    const way = isObject(value) ? known[String(value[field])] : undefined;
    if (way === undefined) throw new Misfit(at, Object.keys(known).join(" or "), value);
    return way(value, at);
  };
}
