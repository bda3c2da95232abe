/** The aircraft of the game from above, drawn from a few measures of each type, in metres: nose up, port to the left. */

export type Point = readonly [x: number, y: number];
/** A place along the span: how far out, where the leading and the trailing edge are. */
type Station = readonly [x: number, lead: number, trail: number];

export interface Airframe {
  span: number;
  length: number;
  wing: readonly Station[];
  /** Is the outline of the wing a curve? */
  curved?: boolean;
  tail: readonly Station[];
  /** Half the width of the fuselage at places along it. */
  body: readonly Point[];
  engines: readonly { x: number; from: number; to: number; width: number; round?: boolean }[];
  canopies: readonly { from: number; to: number; width: number }[];
  /** Booms that carry the tail, for those that have them. */
  booms?: { x: number; from: number; to: number; width: number };
  fins: readonly { x: number; from: number; to: number }[];
  /** Where turrets and guns of a bomber are. */
  turrets?: readonly Point[];
  bay?: { from: number; to: number; width: number };
  radial?: boolean;
}

const BF109: Airframe = {
  span: 9.92,
  length: 9.0,
  wing: [
    [0.4, 2.55, 4.65],
    [4.3, 2.85, 4.0],
    [4.96, 3.15, 3.75],
  ],
  tail: [
    [0.15, 7.35, 8.35],
    [1.25, 7.55, 8.2],
    [1.5, 7.75, 8.05],
  ],
  body: [
    [0.0, 0.05],
    [0.35, 0.3],
    [0.9, 0.43],
    [2.6, 0.47],
    [4.4, 0.44],
    [6.4, 0.28],
    [8.4, 0.12],
    [9.0, 0.05],
  ],
  engines: [{ x: 0, from: 0.3, to: 2.4, width: 0.86 }],
  canopies: [{ from: 3.5, to: 5.0, width: 0.52 }],
  fins: [{ x: 0, from: 7.4, to: 9.0 }],
};

const FW190: Airframe = {
  span: 10.5,
  length: 8.95,
  wing: [
    [0.5, 2.15, 4.45],
    [4.7, 2.65, 3.95],
    [5.25, 3.0, 3.65],
  ],
  tail: [
    [0.15, 7.1, 8.25],
    [1.55, 7.35, 8.1],
    [1.82, 7.6, 7.95],
  ],
  body: [
    [0.0, 0.05],
    [0.3, 0.32],
    [0.5, 0.6],
    [0.9, 0.66],
    [1.9, 0.66],
    [4.2, 0.52],
    [6.5, 0.32],
    [8.3, 0.12],
    [8.95, 0.05],
  ],
  engines: [{ x: 0, from: 0.45, to: 1.8, width: 1.3, round: true }],
  canopies: [{ from: 3.0, to: 4.7, width: 0.56 }],
  fins: [{ x: 0, from: 7.0, to: 8.95 }],
  radial: true,
};

const BF110: Airframe = {
  span: 16.25,
  length: 12.3,
  wing: [
    [0.5, 3.5, 6.6],
    [2.6, 3.7, 6.3],
    [7.4, 4.35, 5.75],
    [8.12, 4.75, 5.4],
  ],
  tail: [
    [0.15, 10.75, 12.0],
    [2.45, 10.9, 11.9],
  ],
  body: [
    [0.0, 0.25],
    [0.3, 0.42],
    [1.5, 0.55],
    [4.0, 0.58],
    [7.2, 0.5],
    [10.0, 0.28],
    [12.1, 0.12],
    [12.3, 0.05],
  ],
  engines: [
    { x: -2.25, from: 1.35, to: 5.9, width: 0.95 },
    { x: 2.25, from: 1.35, to: 5.9, width: 0.95 },
  ],
  canopies: [{ from: 3.1, to: 6.9, width: 0.6 }],
  fins: [
    { x: -2.45, from: 10.3, to: 12.2 },
    { x: 2.45, from: 10.3, to: 12.2 },
  ],
};

const ME410: Airframe = {
  span: 16.35,
  length: 12.5,
  wing: [
    [0.55, 3.4, 6.3],
    [2.3, 3.5, 6.1],
    [7.5, 4.7, 5.9],
    [8.17, 5.1, 5.6],
  ],
  tail: [
    [0.15, 10.6, 11.9],
    [2.4, 10.95, 11.75],
    [2.7, 11.2, 11.6],
  ],
  body: [
    [0.9, 0.3],
    [1.2, 0.55],
    [2.4, 0.7],
    [4.6, 0.66],
    [7.4, 0.52],
    [10.4, 0.28],
    [12.2, 0.1],
    [12.5, 0.05],
  ],
  engines: [
    { x: -2.3, from: 0.85, to: 6.4, width: 1.05 },
    { x: 2.3, from: 0.85, to: 6.4, width: 1.05 },
  ],
  canopies: [{ from: 1.4, to: 5.2, width: 0.8 }],
  fins: [{ x: 0, from: 10.4, to: 12.5 }],
};

const SPITFIRE: Airframe = {
  span: 11.23,
  length: 9.5,
  wing: [
    [0.4, 2.6, 5.15],
    [1.6, 2.66, 5.2],
    [3.2, 2.86, 5.02],
    [4.5, 3.16, 4.62],
    [5.3, 3.5, 4.2],
    [5.61, 3.84, 3.86],
  ],
  curved: true,
  tail: [
    [0.12, 7.6, 8.75],
    [0.9, 7.7, 8.78],
    [1.45, 7.95, 8.55],
    [1.6, 8.2, 8.3],
  ],
  body: [
    [0.0, 0.05],
    [0.4, 0.3],
    [1.2, 0.42],
    [3.6, 0.46],
    [5.2, 0.42],
    [7.2, 0.24],
    [9.1, 0.1],
    [9.5, 0.04],
  ],
  engines: [{ x: 0, from: 0.35, to: 2.6, width: 0.84 }],
  canopies: [{ from: 4.0, to: 5.5, width: 0.5 }],
  fins: [{ x: 0, from: 7.8, to: 9.5 }],
};

const P47: Airframe = {
  span: 12.43,
  length: 11.0,
  wing: [
    [0.6, 2.9, 5.9],
    [2.4, 2.98, 5.85],
    [4.4, 3.3, 5.4],
    [5.7, 3.75, 4.85],
    [6.21, 4.25, 4.35],
  ],
  curved: true,
  tail: [
    [0.15, 8.7, 10.1],
    [1.3, 8.8, 10.1],
    [2.2, 9.1, 9.85],
    [2.45, 9.4, 9.55],
  ],
  body: [
    [0.0, 0.05],
    [0.35, 0.4],
    [0.55, 0.72],
    [1.1, 0.78],
    [3.2, 0.76],
    [6.0, 0.6],
    [8.6, 0.34],
    [10.6, 0.14],
    [11.0, 0.05],
  ],
  engines: [{ x: 0, from: 0.5, to: 2.2, width: 1.52, round: true }],
  canopies: [{ from: 4.1, to: 6.0, width: 0.58 }],
  fins: [{ x: 0, from: 8.7, to: 11.0 }],
  radial: true,
};

const P51: Airframe = {
  span: 11.28,
  length: 9.83,
  wing: [
    [0.45, 2.85, 5.5],
    [1.4, 3.05, 5.3],
    [5.2, 3.45, 4.7],
    [5.64, 3.65, 4.5],
  ],
  tail: [
    [0.12, 7.9, 9.0],
    [1.75, 8.15, 8.85],
    [1.99, 8.3, 8.7],
  ],
  body: [
    [0.0, 0.05],
    [0.4, 0.3],
    [1.3, 0.42],
    [4.0, 0.46],
    [6.0, 0.4],
    [8.2, 0.2],
    [9.5, 0.08],
    [9.83, 0.04],
  ],
  engines: [{ x: 0, from: 0.35, to: 2.6, width: 0.84 }],
  canopies: [{ from: 4.1, to: 5.9, width: 0.52 }],
  fins: [{ x: 0, from: 8.0, to: 9.83 }],
};

const P38: Airframe = {
  span: 15.85,
  length: 11.5,
  wing: [
    [0.5, 3.2, 6.2],
    [2.4, 3.35, 5.95],
    [7.3, 4.2, 5.2],
    [7.92, 4.5, 4.9],
  ],
  tail: [
    [0.0, 10.0, 11.1],
    [3.2, 10.0, 11.1],
  ],
  body: [
    [1.6, 0.05],
    [1.9, 0.3],
    [2.6, 0.45],
    [4.4, 0.5],
    [6.4, 0.3],
    [7.3, 0.06],
  ],
  engines: [
    { x: -2.45, from: 1.9, to: 5.4, width: 0.95 },
    { x: 2.45, from: 1.9, to: 5.4, width: 0.95 },
  ],
  canopies: [{ from: 3.2, to: 5.2, width: 0.6 }],
  booms: { x: 2.45, from: 3.4, to: 11.5, width: 0.62 },
  fins: [
    { x: -2.45, from: 9.6, to: 11.6 },
    { x: 2.45, from: 9.6, to: 11.6 },
  ],
};

const B17: Airframe = {
  span: 31.6,
  length: 22.7,
  wing: [
    [1.0, 6.3, 12.1],
    [4.0, 6.55, 11.85],
    [14.6, 8.3, 10.7],
    [15.8, 9.1, 10.2],
  ],
  tail: [
    [0.4, 17.9, 21.3],
    [5.6, 18.9, 21.0],
    [6.55, 19.6, 20.6],
  ],
  body: [
    [0.0, 0.35],
    [0.35, 0.8],
    [1.4, 1.15],
    [4.0, 1.25],
    [12.5, 1.2],
    [17.5, 0.85],
    [21.2, 0.5],
    [22.4, 0.42],
    [22.7, 0.2],
  ],
  engines: [
    { x: -8.2, from: 4.9, to: 9.2, width: 1.5, round: true },
    { x: -4.6, from: 4.2, to: 8.9, width: 1.5, round: true },
    { x: 4.6, from: 4.2, to: 8.9, width: 1.5, round: true },
    { x: 8.2, from: 4.9, to: 9.2, width: 1.5, round: true },
  ],
  canopies: [{ from: 3.0, to: 5.0, width: 1.6 }],
  fins: [{ x: 0, from: 15.4, to: 22.2 }],
  turrets: [
    [0, 0.9],
    [0, 5.9],
    [-1.1, 14.4],
    [1.1, 14.4],
    [0, 12.7],
    [0, 22.5],
  ],
  bay: { from: 6.9, to: 10.6, width: 1.5 },
  radial: true,
};

const B24: Airframe = {
  span: 33.5,
  length: 20.5,
  wing: [
    [1.0, 5.9, 9.9],
    [4.8, 6.05, 9.6],
    [15.8, 6.9, 8.7],
    [16.75, 7.3, 8.2],
  ],
  tail: [
    [0.4, 16.6, 19.2],
    [4.1, 16.9, 19.0],
  ],
  body: [
    [0.0, 0.55],
    [0.35, 0.95],
    [1.4, 1.2],
    [4.0, 1.3],
    [12.6, 1.25],
    [16.5, 0.95],
    [19.6, 0.7],
    [20.3, 0.55],
    [20.5, 0.3],
  ],
  engines: [
    { x: -7.9, from: 4.5, to: 8.4, width: 1.45, round: true },
    { x: -4.3, from: 4.2, to: 8.4, width: 1.45, round: true },
    { x: 4.3, from: 4.2, to: 8.4, width: 1.45, round: true },
    { x: 7.9, from: 4.5, to: 8.4, width: 1.45, round: true },
  ],
  canopies: [{ from: 2.6, to: 4.4, width: 1.7 }],
  fins: [
    { x: -4.1, from: 16.2, to: 20.3 },
    { x: 4.1, from: 16.2, to: 20.3 },
  ],
  turrets: [
    [0, 0.9],
    [0, 5.1],
    [-1.15, 13.2],
    [1.15, 13.2],
    [0, 11.4],
    [0, 20.1],
  ],
  bay: { from: 5.9, to: 10.2, width: 1.7 },
  radial: true,
};

const TYPES: Record<string, Airframe> = {
  Bf109: BF109,
  Fw190: FW190,
  Bf110: BF110,
  Me410: ME410,
  Spitfire: SPITFIRE,
  "P-47": P47,
  "P-51": P51,
  "P-38": P38,
  "B-17": B17,
  "B-24": B24,
  "YB-40": B17,
};

/** The drawing of a model: the one of its series. */
export function airframe(model: string): Airframe {
  const series = Object.keys(TYPES).find((name) => model.startsWith(name));
  return (series && TYPES[series]) || FW190;
}

// -- outlines ---------------------------------------------------------------------------------------------

const at = (value: number): string => String(Math.round(value * 100) / 100);
const spot = ([x, y]: Point): string => `${at(x)},${at(y)}`;

/** A smooth line through points (Catmull-Rom), as the rest of a path. */
function through(points: readonly Point[]): string {
  let path = "";
  for (let index = 0; index + 1 < points.length; index++) {
    const [p0, p1, p2, p3] = [
      points[index - 1] ?? points[index]!,
      points[index]!,
      points[index + 1]!,
      points[index + 2] ?? points[index + 1]!,
    ] as const;
    const first: Point = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const second: Point = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    path += `C${spot(first)} ${spot(second)} ${spot(p2)}`;
  }
  return path;
}

const straight = (points: readonly Point[]): string =>
  points
    .slice(1)
    .map((point) => `L${spot(point)}`)
    .join("");

/** One wing, side -1 for port: out along one edge, round the tip, back along the other. */
export function wingPath(stations: readonly Station[], side: -1 | 1, curved = false): string {
  // clockwise on both sides, so that overlaps with the body stay filled
  const out = stations.map(([x, lead, trail]): Point => [side * x, side > 0 ? lead : trail]);
  const back = [...stations].reverse().map(([x, lead, trail]): Point => [side * x, side > 0 ? trail : lead]);
  const line = curved ? through : straight;
  const first = out[0]!;
  const [tip, home] = [out.at(-1)!, back[0]!];
  return `M${spot(first)}${line(out)}Q${spot([tip[0] + side * 0.08 * Math.abs(home[1] - tip[1]), (tip[1] + home[1]) / 2])} ${spot(home)}${line(back)}Z`;
}

export function bodyPath(body: readonly Point[]): string {
  const right = body.map(([y, half]): Point => [half, y]);
  const left = [...body].reverse().map(([y, half]): Point => [-half, y]);
  return `M${spot(right[0]!)}${through(right)}L${spot(left[0]!)}${through(left)}Z`;
}

export function pod(x: number, from: number, to: number, width: number, blunt = false): string {
  const half = width / 2;
  const nose = Math.min(half, (to - from) / 4) * (blunt ? 0.4 : 1);
  return `M${at(x - half)},${at(from + nose)}Q${at(x - half)},${at(from)} ${at(x)},${at(from)}Q${at(x + half)},${at(from)} ${at(x + half)},${at(from + nose)}L${at(x + half)},${at((from + 2 * to) / 3)}Q${at(x + half * 0.5)},${at(to)} ${at(x)},${at(to)}Q${at(x - half * 0.5)},${at(to)} ${at(x - half)},${at((from + 2 * to) / 3)}Z`;
}

/** The whole aircraft as one outline, for small pictures; its middle is at 0,0. */
export function outline(model: string): { path: string; size: number; middle: Point } {
  const frame = airframe(model);
  const parts = [
    wingPath(frame.wing, -1, frame.curved),
    wingPath(frame.wing, 1, frame.curved),
    wingPath(frame.tail, -1, frame.curved),
    wingPath(frame.tail, 1, frame.curved),
    bodyPath(frame.body),
  ];
  for (const engine of frame.engines) parts.push(pod(engine.x, engine.from, engine.to, engine.width));
  if (frame.booms)
    for (const side of [-1, 1])
      parts.push(pod(side * frame.booms.x, frame.booms.from, frame.booms.to, frame.booms.width));
  for (const fin of frame.fins) parts.push(pod(fin.x, fin.from, fin.to, 0.35));
  return { path: parts.join(""), size: Math.max(frame.span, frame.length), middle: [0, frame.length / 2] };
}

// -- where damage is shown --------------------------------------------------------------------------------

/** The place of a system on the drawing. */
export function place(frame: Airframe, system: string): Point {
  const root = frame.wing[0]!;
  const middle = (root[1] + root[2]) / 2 + 0.02 * frame.length;
  const tail = frame.tail[0]!;
  const engines = frame.engines;
  const of = (index: number): Point => {
    const engine = engines[index] ?? engines[0];
    return engine ? [engine.x, engine.from + 0.3 * (engine.to - engine.from)] : [0, 1];
  };
  switch (system) {
    case "port wing": return [-0.31 * frame.span, middle];
    case "starboard wing": return [0.31 * frame.span, middle];
    case "airframe": return [0, frame.booms ? 0.44 * frame.length : 0.66 * frame.length];
    case "tail": return [frame.booms ? 0.6 : 0.1 * frame.span, (tail[1] + tail[2]) / 2];
    case "controls": return [0, frame.booms ? 0.3 * frame.length : 0.8 * frame.length];
    case "port engine": case "engine": return of(0);
    case "starboard engine": return of(engines.length - 1);
    case "port outer engine": return of(0);
    case "port inner engine": return of(1);
    case "starboard inner engine": return of(2);
    case "starboard outer engine": return of(3);
    case "fuel tank": return [0.12 * frame.span, middle];
    case "pilot": case "copilot": return [0, ((frame.canopies[0]?.from ?? 3) + (frame.canopies[0]?.to ?? 4)) / 2];
    default: return [0, 0.5 * frame.length];
  }
} // prettier-ignore

/** So many marks about a place, always the same ones. */
export function scattered(frame: Airframe, system: string, count: number): Point[] {
  const [x, y] = place(frame, system);
  const wide = system.includes("wing") ? 0.075 * frame.span : 0.014 * frame.span;
  const long = system.includes("wing") ? 0.03 * frame.length : 0.06 * frame.length;
  return Array.from({ length: Math.min(count, 8) }, (_, index): Point => {
    const angle = index * 2.4 + system.length;
    const far = index === 0 ? 0 : 0.55 + 0.45 * ((index * 0.37) % 1);
    return [x + Math.cos(angle) * far * wide, y + Math.sin(angle) * far * long];
  });
}

/** A ragged hole: seven points round about. */
export function burst(radius: number): string {
  const points = Array.from({ length: 14 }, (_, index) => {
    const r = index % 2 ? 0.42 * radius : radius * (1 - 0.12 * (index % 3));
    const angle = (index * Math.PI) / 7;
    return `${at(Math.cos(angle) * r)},${at(Math.sin(angle) * r)}`;
  });
  return points.join(" ");
}
