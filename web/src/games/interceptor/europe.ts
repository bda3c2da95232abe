/** North-west Europe, small: coasts and frontiers drawn freehand, bases, targets, and how a raid flies. */

export type Point = readonly [x: number, y: number];

const WEST = -5.6;
const NORTH = 55.4;
const SCALE = 26.5;
/** At these latitudes a degree of longitude is about 0.63 of one of latitude. */
const SQUEEZE = 0.635;

export const WIDTH = 400;
export const HEIGHT = 252;

/** Degrees east and north as a place on the map. */
export function placed(east: number, north: number): Point {
  return [
    (Math.round((east - WEST) * SCALE * SQUEEZE * 10) / 10) * 1.16,
    Math.round((NORTH - north) * SCALE * 10) / 10,
  ];
}

const coast = (text: string): readonly Point[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [east = 0, north = 0] = pair.split(",").map(Number);
      return placed(east, north);
    });

const path = (points: readonly Point[], close = true): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}${close ? "Z" : ""}`;

const BRITAIN = coast(`
  -7,56 -3.1,56 -1.6,55.2 -1.1,54.6 -0.1,54.1 0.1,53.6 0.3,53.1 0.3,52.85 1.3,52.93 1.75,52.5 1.6,52.05 1.2,51.8 0.7,51.5 1.4,51.37
  1.35,51.12 0.95,50.92 0.2,50.75 -0.8,50.78 -1.4,50.75 -2.0,50.6 -3.0,50.7 -3.5,50.3 -4.2,50.35 -5.1,50.0 -5.7,50.1 -4.6,50.9 -4.2,51.2
  -3.0,51.2 -2.7,51.6 -4.0,51.55 -5.2,51.8 -4.3,52.2 -4.1,52.9 -4.5,53.3 -3.1,53.4 -2.8,54.0 -3.5,54.5 -3.2,54.95 -5,54.8 -7,54.5`);
const CONTINENT = coast(`
  8.1,56 8.1,55.5 8.6,55.3 8.7,54.9 8.9,54.4 8.7,54.0 9.0,53.9 8.6,53.88 8.5,53.6 8.2,53.6 8.0,53.7 7.2,53.68 7.0,53.35 6.2,53.42 5.4,53.2 5.3,52.85
  5.0,52.9 4.75,52.95 4.5,52.3 4.0,51.95 3.6,51.5 3.2,51.35 2.5,51.1 1.7,50.95 1.55,50.5 1.5,50.2 0.7,49.87 0.15,49.65 0.2,49.43 -0.4,49.33 -1.2,49.37
  -1.3,49.68 -1.9,49.7 -1.6,49.0 -1.6,48.65 -2.6,48.6 -3.0,48.82 -4.0,48.72 -4.75,48.4 -4.5,48.2 -4.7,48.03 -4.2,47.83 -3.2,47.65 -2.5,47.45 -2.1,47.2
  -2.0,46.8 -1.4,46.3 -1.1,45.9 -1.2,45.3 -1.2,44 20,44 20,54.4 18.7,54.4 16.3,54.35 14.3,53.95 13.7,54.2 13.3,54.55 12.5,54.45 11.9,54.15 10.9,54.0
  10.9,54.35 10.1,54.45 9.9,54.8 9.5,55.2 9.7,56`);

export const SEA = "#0c1728";
export const britain = path(BRITAIN);
export const continent = path(CONTINENT);
/** Rivers give the eye a hold: Rhine, Elbe, Seine, Loire. */
export const rivers = [
  coast("4.1,51.95 5.6,51.9 6.2,51.8 6.8,51.4 7.1,50.7 7.6,50.3 8.2,50.0 8.45,49.4 8.0,48.7 7.6,47.6"),
  coast("8.9,53.9 9.8,53.55 11.2,53.0 11.7,52.1 12.9,51.7 13.7,51.05 14.2,50.6"),
  coast("0.2,49.45 1.1,49.4 2.3,48.87 3.4,48.5 4.4,47.9"),
  coast("-2.1,47.25 -0.6,47.4 0.7,47.4 1.9,47.9 3.1,47.1"),
].map((points) => path(points, false));

// -- names --------------------------------------------------------------------------------------------------

const spots = (text: string): Record<string, Point> =>
  Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => {
        const [name = "", east = "", north = ""] = line.trim().split(/\s*\|\s*/);
        return [name, placed(Number(east), Number(north))];
      }),
  );

export const BASES = spots(`
  Jever | 7.9 | 53.55
  Woensdrecht | 4.35 | 51.45
  Deelen | 5.9 | 52.06
  Mönchengladbach | 6.5 | 51.23
  St. Brieuc | -2.85 | 48.53
  Poix | 1.97 | 49.82
  Vannes-Meucon | -2.72 | 47.72
  Schiphol | 4.78 | 52.3
  Münster-Handorf | 7.75 | 51.98
  Hildesheim | 9.95 | 52.18
  Husum | 9.05 | 54.5
  Oldenburg | 8.2 | 53.18
  Rheine | 7.35 | 52.3
  Vitry-en-Artois | 2.98 | 50.34
  Wevelgem | 3.2 | 50.82
  Bernay | 0.6 | 49.1
  Bad Lippspringe | 8.82 | 51.78
  Neubiberg | 11.65 | 48.07
  Ansbach | 10.6 | 49.3
  Wertheim | 9.5 | 49.77`);

/** Bordeaux, Gdynia and Marienburg lie beyond the edge and are shown at it. */
export const TARGETS = spots(`
  Amiens Rail | 2.3 | 49.9
  Amiens-Glisy | 2.4 | 49.87
  Amsterdam | 4.9 | 52.37
  Anklam | 13.7 | 53.85
  Antwerp | 4.4 | 51.2
  Augsburg | 10.9 | 48.37
  Beauvais | 2.1 | 49.43
  Berlin | 13.4 | 52.5
  Bochum | 7.2 | 51.48
  Bonn | 7.1 | 50.73
  Bordeaux | -0.6 | 46.05
  Bremen | 8.8 | 53.08
  Brest | -4.5 | 48.4
  Brunswick | 10.5 | 52.27
  Brussels | 4.4 | 50.85
  Cognac | -0.3 | 46.15
  Courtrai | 3.27 | 50.83
  Düren | 6.5 | 50.8
  Elberfeld | 7.15 | 51.25
  Emden | 7.2 | 53.37
  Flensburg | 9.43 | 54.78
  Frankfurt | 8.7 | 50.1
  Gdynia | 14.7 | 54.3
  Gelsenkirchen | 7.1 | 51.52
  Gotha | 10.7 | 50.95
  Halberstadt | 11.05 | 51.9
  Hamburg | 10.0 | 53.55
  Hamm | 7.8 | 51.68
  Hannover | 9.73 | 52.37
  Hüls | 7.1 | 51.68
  Kassel | 9.5 | 51.3
  Kiel | 10.1 | 54.33
  La Pallice | -1.2 | 46.17
  La Rochelle | -1.15 | 46.16
  Le Bourget | 2.43 | 48.95
  Le Mans | 0.2 | 48.0
  Leipzig | 12.4 | 51.33
  Lorient | -3.37 | 47.75
  Ludwigshafen | 8.43 | 49.48
  Marienburg | 14.7 | 53.9
  Meaulte | 2.7 | 49.98
  Munich | 11.57 | 48.13
  Münster | 7.62 | 51.95
  Nantes | -1.55 | 47.22
  Oschersleben | 11.23 | 52.03
  Osnabrück | 8.05 | 52.27
  Paris | 2.35 | 48.85
  Pas-de-Calais V-sites | 2.1 | 50.6
  Poissy | 2.05 | 48.93
  Regensburg | 12.1 | 49.0
  Reims | 4.03 | 49.25
  Rennes | -1.68 | 48.1
  Romilly | 3.7 | 48.5
  Rostock | 12.1 | 54.08
  Rotterdam | 4.48 | 51.92
  Rouen | 1.1 | 49.43
  Rouen-Sotteville | 1.1 | 49.4
  Ruhr | 7.0 | 51.45
  Saarlautern | 6.75 | 49.3
  Schweinfurt | 10.23 | 50.05
  Solingen | 7.08 | 51.17
  St. Nazaire | -2.2 | 47.28
  Stuttgart | 9.18 | 48.78
  Tours | 0.7 | 47.4
  Tricqueville | 0.45 | 49.33
  Vannes | -2.75 | 47.65
  Vegesack | 8.6 | 53.17
  Villacoublay | 2.2 | 48.77
  Vlissingen | 3.57 | 51.45
  Warnemünde | 12.08 | 54.15
  Watten | 2.2 | 50.83
  Wesel | 6.6 | 51.65
  Wilhelmshaven | 8.1 | 53.53`);

const ENGLAND = placed(0.6, 52.3);
export const ZONES: Record<string, { at: Point; r: number }> = {
  France: { at: placed(1.3, 48.75), r: 36 },
  Ruhr: { at: placed(6.7, 51.45), r: 24 },
  Bremen: { at: placed(8.7, 53.3), r: 27 },
  Frankfurt: { at: placed(8.9, 50.05), r: 29 },
  Munich: { at: placed(11.2, 48.45), r: 30 },
  Berlin: { at: placed(12.9, 52.5), r: 31 },
};

/** Where the name of a zone stands beside its middle, so that it is not in the way of the others. */
const NAMES: Record<string, Point> = {
  France: [0, 16],
  Ruhr: [-16, -14],
  Bremen: [8, -18],
  Frankfurt: [2, 20],
  Munich: [6, 18],
  Berlin: [4, -20],
};
export function zoneName(zone: string): Point {
  const [x, y] = ZONES[zone]?.at ?? ENGLAND;
  const [dx, dy] = NAMES[zone] ?? [0, 0];
  return [x + dx, y + dy];
}

const LETTER = 6.4; // how wide one is at most, on a map of this size
const LINE = 11;
interface Written {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const across = (name: string, [x, y]: Point, from: number): Written => {
  const width = LETTER * name.length;
  return { left: x - width * from, right: x + width * (1 - from), top: y - LINE, bottom: y + 2 };
};
const apart = (a: Written, b: Written): boolean =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;

/** Where the name of a base stands: beside it, above or below, where no name of a zone does. */
export function baseName(name: string, [x, y]: Point, zones: Record<string, string>): { at: Point; from: number } {
  const taken = Object.entries(zones).map(([zone, title]) => across(title, zoneName(zone), 0.5));
  const tried: { at: Point; from: number }[] = [
    { at: [x + 8, y - 4], from: 0 },
    { at: [x - 8, y - 4], from: 1 },
    { at: [x, y - 9], from: 0.5 },
    { at: [x, y + 16], from: 0.5 },
    { at: [x + 8, y + 12], from: 0 },
    { at: [x - 8, y + 12], from: 1 },
  ];
  const fits = ({ at, from }: { at: Point; from: number }): boolean => {
    const own = across(name, at, from);
    return own.left > 2 && own.right < WIDTH - 2 && taken.every((each) => apart(own, each));
  };
  return tried.find(fits) ?? tried[0]!;
}

/** Where the middle of a base zone lies, for a base that has no place of its own here. */
const HOMES: Record<string, Point> = {
  Dutch: placed(4.9, 52),
  Bremen: placed(8.4, 53.4),
  French: placed(1.5, 49.3),
  Ruhr: placed(6.5, 51.2),
  Munich: placed(11.5, 48.1),
  Münster: placed(7.7, 52),
  Frankfurt: placed(9.5, 49.8),
};

// -- the raid ------------------------------------------------------------------------------------------------

/** Over which points the bombers come in and go out, by zone. */
const LEGS: Record<string, [Point[], Point[]]> = {
  France: [[placed(0.3, 50.6)], [placed(0.9, 50.4)]],
  Ruhr: [[placed(3.4, 51.7)], [placed(4.0, 52.3)]],
  Bremen: [[placed(4.5, 53.9), placed(7.2, 54.0)], [placed(6.0, 53.6)]],
  Frankfurt: [[placed(3.3, 51.5)], [placed(6.5, 49.6), placed(2.6, 50.3)]],
  Munich: [
    [placed(3.3, 51.4), placed(7.2, 50.1)],
    [placed(7.0, 48.8), placed(2.4, 50.0)],
  ],
  Berlin: [
    [placed(4.6, 52.9), placed(9.5, 52.8)],
    [placed(9.5, 53.4), placed(4.8, 53.4)],
  ],
};

export interface Route {
  target: Point;
  out: Point[];
  back: Point[];
}

export function routeTo(target: string, zone: string): Route {
  const goal = TARGETS[target] ?? ZONES[zone]?.at ?? ENGLAND;
  const [there, home] = LEGS[zone] ?? [[], []];
  return { target: goal, out: [ENGLAND, ...there, goal], back: [goal, ...home, ENGLAND] };
}

export const line = (points: readonly Point[]): string => path(points, false);

/** A place along a line, 0 at its beginning and 1 at its end. */
export function along(points: readonly Point[], part: number): Point {
  const lengths = points
    .slice(1)
    .map((point, index) => Math.hypot(point[0] - points[index]![0], point[1] - points[index]![1]));
  let rest = Math.max(0, Math.min(1, part)) * lengths.reduce((sum, each) => sum + each, 0);
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index]!, points[index + 1]!];
    if (rest <= length || index === lengths.length - 1) {
      const share = length ? Math.min(1, rest / length) : 0;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    }
    rest -= length;
  }
  return points[0]!;
}

/** Where the bombers are met in a box: on the way in while bombs are aboard, later on the way out. */
export function meeting(route: Route, box: number, bombBoxes: readonly number[], last: number): Point {
  const before = Math.max(...bombBoxes, 0);
  if (box <= before) return along(route.out, 0.62 + 0.3 * ((box - 1) / Math.max(1, before - 1)));
  return along(route.back, 0.12 + 0.45 * ((box - before - 1) / Math.max(1, last - before - 1)));
}

export const baseAt = (base: string, zone: string): Point => BASES[base] ?? HOMES[zone] ?? ENGLAND;
