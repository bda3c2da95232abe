/** A game's picture, which is JSON of any shape, sorted into panels, rows and tables that can be read. */

export type Scalar = string | number | boolean | null;
export type Fact =
  | { kind: "value"; value: Scalar }
  | { kind: "words"; values: Scalar[] }
  | { kind: "rows"; rows: [string, Fact][] }
  | { kind: "table"; columns: string[]; lines: Scalar[][] }
  | { kind: "list"; items: Fact[] };

const MOST_COLUMNS = 10;

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A cell of a table: a plain value, or a short list of them as one text. */
function cell(value: unknown): Scalar | undefined {
  if (value === undefined) return null;
  if (isScalar(value)) return value;
  if (Array.isArray(value) && value.every(isScalar)) return value.map(String).join(" ");
  return undefined;
}

function table(items: Record<string, unknown>[]): Fact | null {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  if (columns.length > MOST_COLUMNS) return null;
  const lines: Scalar[][] = [];
  for (const item of items) {
    const line = columns.map((column) => cell(item[column])).filter((each) => each !== undefined);
    if (line.length < columns.length) return null;
    lines.push(line);
  }
  return { kind: "table", columns, lines };
}

export function factOf(value: unknown): Fact {
  if (Array.isArray(value)) {
    if (value.every(isScalar)) return { kind: "words", values: value };
    return (value.every(isRecord) && table(value)) || { kind: "list", items: value.map(factOf) };
  }
  if (isRecord(value)) return { kind: "rows", rows: Object.entries(value).map(([name, each]) => [name, factOf(each)]) };
  return { kind: "value", value: isScalar(value) ? value : null };
}

/** Named panels: what is one value or a few words comes first, together; each larger thing has a panel of its own. */
export function panels(picture: Record<string, unknown>, without: readonly string[]): { name: string; fact: Fact }[] {
  const small: [string, Fact][] = [];
  const large: { name: string; fact: Fact }[] = [];
  for (const [name, value] of Object.entries(picture)) {
    if (without.includes(name)) continue;
    const fact = factOf(value);
    if (fact.kind === "rows" && fact.rows.length === 0) continue;
    if (fact.kind === "value" || fact.kind === "words") small.push([name, fact]);
    else large.push({ name, fact });
  }
  return small.length > 0 ? [{ name: "", fact: { kind: "rows", rows: small } }, ...large] : large;
}
