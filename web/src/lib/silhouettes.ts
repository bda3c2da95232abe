/**
 * Aircraft from above, nose up, drawn from a few proportions each: wings, fuselage, engines, tail.
 * Lengths are in hundredths of the half box; x to the right, y down, the origin in the middle of the counter.
 */

interface Shape {
  /** Half span, leading edge at root and tip, chord at root and tip. */
  wing: [span: number, rootLead: number, tipLead: number, rootChord: number, tipChord: number];
  /** Nose and tail (y) and the half widths along the fuselage from nose to tail. */
  body: [nose: number, tail: number, ...widths: number[]];
  /** Tailplane: half span, leading edge, chord; fins at its ends if `fins`. */
  tail: [span: number, lead: number, chord: number];
  fins?: boolean;
  /** Engines: distance from the middle, front, rear, half width. */
  engines?: [x: number, front: number, rear: number, half: number][];
  /** Radar aerials on the nose. */
  antlers?: boolean;
  /** Twin tail booms instead of one fuselage. */
  booms?: number;
  rounded?: boolean;
}

const SHAPES = {
  beaufighter: {
    wing: [92, -16, 0, 34, 16],
    body: [-38, 78, 8, 12, 10, 6, 3],
    tail: [34, 60, 14],
    engines: [[30, -52, 8, 9]],
  },
  blenheim: {
    wing: [92, -24, -4, 32, 14],
    body: [-62, 76, 9, 10, 8, 6, 3],
    tail: [33, 58, 14],
    engines: [[26, -46, 6, 8]],
  },
  mosquito: {
    wing: [90, -20, 4, 36, 12],
    body: [-66, 76, 8, 10, 10, 7, 3],
    tail: [34, 58, 13],
    engines: [[27, -58, 18, 7]],
  },
  havoc: {
    wing: [92, -16, 2, 30, 14],
    body: [-74, 80, 8, 9, 9, 7, 3],
    tail: [33, 60, 14],
    engines: [[28, -50, 26, 9]],
  },
  p61: {
    wing: [95, -12, 0, 30, 16],
    body: [-72, 34, 8, 12, 11, 8, 3],
    tail: [30, 66, 14],
    engines: [[30, -44, 12, 9]],
    booms: 30,
    fins: true,
  },
  hurricane: { wing: [84, -26, -8, 40, 20], body: [-74, 78, 6, 9, 10, 7, 3], tail: [32, 56, 16], rounded: true },
  corsair: { wing: [86, -16, 0, 36, 20], body: [-78, 76, 9, 10, 10, 8, 3], tail: [33, 54, 16], rounded: true },
  hellcat: { wing: [88, -24, -10, 40, 22], body: [-72, 76, 10, 12, 11, 8, 3], tail: [36, 54, 17] },
  p40: { wing: [84, -22, -6, 38, 18], body: [-76, 76, 6, 9, 10, 7, 3], tail: [32, 56, 16], rounded: true },
  firefly: { wing: [86, -26, -10, 40, 22], body: [-74, 80, 7, 9, 10, 8, 3], tail: [34, 58, 16], rounded: true },
  defiant: { wing: [84, -26, -8, 38, 18], body: [-74, 78, 6, 10, 11, 8, 3], tail: [32, 56, 16] },
  me110: {
    wing: [92, -24, -8, 32, 14],
    body: [-62, 80, 6, 8, 8, 5, 3],
    tail: [30, 66, 12],
    fins: true,
    engines: [[27, -58, 12, 6]],
  },
  do17: {
    wing: [94, -22, 0, 32, 14],
    body: [-66, 84, 8, 9, 6, 5, 4],
    tail: [34, 66, 13],
    fins: true,
    engines: [[26, -48, 14, 8]],
  },
  do217: {
    wing: [95, -22, -4, 32, 14],
    body: [-72, 86, 10, 12, 9, 6, 4],
    tail: [36, 66, 14],
    fins: true,
    engines: [[29, -56, 18, 8]],
  },
  ju88: { wing: [96, -18, 2, 32, 13], body: [-64, 78, 8, 9, 8, 6, 3], tail: [38, 58, 15], engines: [[28, -60, 14, 8]] },
  he219: {
    wing: [94, -14, 4, 30, 13],
    body: [-74, 82, 6, 8, 8, 6, 4],
    tail: [36, 64, 13],
    fins: true,
    engines: [[30, -54, 18, 8]],
  },
  ta154: {
    wing: [90, -18, 0, 32, 13],
    body: [-72, 76, 6, 9, 9, 7, 3],
    tail: [33, 56, 14],
    engines: [[29, -64, 22, 7]],
  },
  me109: { wing: [80, -24, -12, 34, 18], body: [-76, 76, 6, 8, 8, 6, 3], tail: [30, 56, 14], rounded: true },
  fw190: { wing: [84, -22, -14, 36, 20], body: [-72, 76, 10, 10, 9, 7, 3], tail: [32, 56, 15], rounded: true },
  me262: {
    wing: [88, -20, 10, 34, 14],
    body: [-74, 76, 5, 10, 10, 7, 3],
    tail: [32, 56, 14],
    engines: [[32, -46, 28, 7]],
  },
  ar234: {
    wing: [90, -14, -2, 28, 13],
    body: [-76, 80, 7, 8, 8, 6, 3],
    tail: [34, 60, 14],
    engines: [[32, -40, 30, 7]],
  },
  ki45: {
    wing: [92, -22, -4, 30, 14],
    body: [-64, 80, 6, 8, 8, 6, 3],
    tail: [33, 60, 13],
    engines: [[28, -54, 12, 8]],
  },
  j1n1: { wing: [94, -20, 0, 32, 14], body: [-66, 80, 7, 9, 9, 6, 3], tail: [35, 58, 14], engines: [[28, -56, 14, 8]] },
  whitley: {
    wing: [95, -24, -18, 40, 20],
    body: [-72, 84, 10, 11, 10, 9, 7],
    tail: [38, 64, 16],
    fins: true,
    engines: [[28, -56, 10, 7]],
  },
  hampden: {
    wing: [95, -20, 6, 34, 10],
    body: [-62, 82, 9, 10, 5, 3, 3],
    tail: [34, 68, 13],
    fins: true,
    engines: [[27, -46, 10, 8]],
  },
  wellington: {
    wing: [97, -16, 4, 30, 12],
    body: [-66, 82, 10, 11, 11, 9, 6],
    tail: [40, 60, 15],
    engines: [[26, -50, 10, 8]],
  },
  manchester: {
    wing: [96, -20, -4, 34, 14],
    body: [-74, 84, 9, 10, 10, 8, 6],
    tail: [36, 66, 15],
    fins: true,
    engines: [[30, -52, 18, 9]],
  },
  stirling: {
    wing: [94, -22, -10, 36, 16],
    body: [-84, 88, 8, 10, 10, 9, 6],
    tail: [40, 66, 17],
    engines: [
      [26, -52, 8, 7],
      [54, -46, 4, 7],
    ],
  },
  halifax: {
    wing: [96, -22, -8, 34, 16],
    body: [-74, 84, 9, 10, 10, 9, 6],
    tail: [38, 66, 15],
    fins: true,
    engines: [
      [24, -54, 8, 7],
      [52, -48, 6, 7],
    ],
  },
  lancaster: {
    wing: [97, -20, -4, 34, 14],
    body: [-72, 84, 8, 10, 10, 8, 6],
    tail: [36, 66, 15],
    fins: true,
    engines: [
      [25, -54, 10, 6],
      [53, -48, 6, 6],
    ],
  },
  fortress: {
    wing: [97, -16, 6, 36, 14],
    body: [-72, 84, 8, 9, 9, 7, 4],
    tail: [42, 62, 18],
    engines: [
      [26, -44, 8, 7],
      [50, -38, 6, 7],
    ],
  },
  liberator: {
    wing: [97, -14, -2, 24, 10],
    body: [-68, 82, 8, 10, 10, 8, 5],
    tail: [34, 64, 14],
    fins: true,
    engines: [
      [24, -42, 6, 8],
      [50, -38, 4, 8],
    ],
  },
  superfortress: {
    wing: [98, -14, 4, 26, 9],
    body: [-80, 88, 9, 10, 9, 7, 4],
    tail: [40, 68, 14],
    engines: [
      [26, -46, 8, 7],
      [54, -40, 8, 7],
    ],
  },
  he111: {
    wing: [96, -22, 4, 40, 12],
    body: [-62, 80, 9, 10, 10, 7, 3],
    tail: [40, 56, 18],
    engines: [[25, -54, 8, 7]],
    rounded: true,
  },
  he177: {
    wing: [97, -18, 0, 34, 12],
    body: [-84, 86, 9, 10, 10, 8, 5],
    tail: [40, 66, 16],
    engines: [[34, -56, 14, 9]],
  },
  me410: {
    wing: [90, -20, 0, 34, 13],
    body: [-60, 80, 8, 10, 9, 6, 3],
    tail: [33, 60, 14],
    engines: [[28, -62, 16, 7]],
  },
  v1: { wing: [60, -14, -14, 28, 28], body: [-80, 60, 4, 12, 12, 9, 4], tail: [24, 44, 16], engines: [[0, 10, 88, 8]] },
  g4m: {
    wing: [96, -20, -2, 36, 13],
    body: [-68, 82, 11, 13, 13, 11, 7],
    tail: [38, 60, 16],
    engines: [[26, -50, 10, 8]],
  },
  h8k: {
    wing: [98, -18, -8, 26, 11],
    body: [-80, 86, 10, 13, 12, 8, 4],
    tail: [36, 62, 15],
    engines: [
      [22, -44, 4, 7],
      [46, -40, 2, 7],
    ],
  },
  ki21: {
    wing: [95, -18, 2, 32, 12],
    body: [-68, 80, 9, 11, 10, 7, 4],
    tail: [36, 60, 15],
    engines: [[26, -48, 10, 8]],
  },
  b6n: { wing: [90, -20, -4, 36, 16], body: [-72, 78, 10, 10, 9, 7, 3], tail: [34, 56, 16], rounded: true },
  twin: {
    wing: [94, -20, -2, 32, 13],
    body: [-66, 80, 8, 10, 10, 7, 4],
    tail: [36, 60, 15],
    engines: [[27, -52, 10, 8]],
  },
  four: {
    wing: [97, -20, -4, 34, 14],
    body: [-72, 84, 8, 10, 10, 8, 6],
    tail: [38, 66, 15],
    engines: [
      [25, -54, 8, 6],
      [53, -48, 6, 6],
    ],
  },
} satisfies Record<string, Shape>;

type ShapeName = keyof typeof SHAPES;

const FAMILIES: [RegExp, ShapeName][] = [
  [/^Beaufighter/, "beaufighter"], [/^Blenheim/, "blenheim"], [/^Mosquito/, "mosquito"], [/^(Havoc|P-70)/, "havoc"],
  [/^P-61/, "p61"], [/^Hurricane/, "hurricane"], [/^F4U/, "corsair"], [/^F6F/, "hellcat"], [/^P-40/, "p40"],
  [/^Firefly/, "firefly"], [/^Defiant/, "defiant"], [/^Me110/, "me110"], [/^Do(17|215)/, "do17"], [/^Do217/, "do217"],
  [/^Ju(88|188)/, "ju88"], [/^He219/, "he219"], [/^Ta154/, "ta154"], [/^Me109/, "me109"], [/^Fw190/, "fw190"],
  [/^Me262/, "me262"], [/^Ar234/, "ar234"], [/^Ki-45/, "ki45"], [/^J1N1/, "j1n1"], [/^Whitley/, "whitley"],
  [/^Hampden/, "hampden"], [/^Wellington/, "wellington"], [/^Manchester/, "manchester"], [/^Stirling/, "stirling"],
  [/^Halifax/, "halifax"], [/^Lancaster/, "lancaster"], [/^B-17/, "fortress"], [/^B-24/, "liberator"],
  [/^B-29/, "superfortress"], [/^He111/, "he111"], [/^He177/, "he177"], [/^Me410/, "me410"], [/^V-1/, "v1"],
  [/^G4M/, "g4m"], [/^H8K/, "h8k"], [/^Ki-21/, "ki21"], [/^B6N/, "b6n"],
]; // prettier-ignore

const ANTLERS = /^(Me110[FG]|Ju88[CG]|Do217|Do215|He219|Ta154|Me262B|Ar234B-2\/N)/;

const n = (value: number): string => (value / 5).toFixed(1);
const p = (x: number, y: number): string => `${n(x)},${n(y)}`;

function mirrored(points: [number, number][]): string {
  const right = points.map(([x, y]) => p(x, y)).join("L");
  const left = [...points]
    .reverse()
    .map(([x, y]) => p(-x, y))
    .join("L");
  return `M${right}L${left}Z`;
}

function wing([span, rootLead, tipLead, rootChord, tipChord]: Shape["wing"], rounded = false): string {
  if (!rounded)
    return mirrored([
      [0, rootLead - 2],
      [span - 6, tipLead - 1],
      [span, tipLead + 4],
      [span, tipLead + tipChord - 3],
      [span - 5, tipLead + tipChord],
      [0, rootLead + rootChord],
    ]);
  const half = (side: number): string =>
    `L${p(side * span * 0.72, (rootLead + tipLead) / 2)}Q${p(side * span, tipLead)} ${p(side * span, tipLead + tipChord / 2)}Q${p(side * span, tipLead + tipChord)} ${p(side * span * 0.66, tipLead + tipChord + 3)}L${p(0, rootLead + rootChord)}Z`;
  return `M${p(0, rootLead)}${half(1)}M${p(0, rootLead)}${half(-1)}`;
}

function body([nose, tail, ...widths]: Shape["body"]): string {
  const long = tail - nose;
  const points: [number, number][] = [[0, nose]];
  widths.forEach((half, index) => points.push([half, nose + (long * (index + 0.35)) / widths.length]));
  points.push([0, tail]);
  // rounded by passing through the midpoints, with the corners as handles
  let path = `M${p(0, nose)}`;
  for (let at = 1; at < points.length - 1; at++) {
    const [x, y] = points[at]!;
    const [nextX, nextY] = points[at + 1]!;
    path += `Q${p(x, y)} ${p((x + nextX) / 2, (y + nextY) / 2)}`;
  }
  path += `L${p(0, tail)}`;
  for (let at = points.length - 2; at > 0; at--) {
    const [x, y] = points[at]!;
    const [beforeX, beforeY] = points[at - 1]!;
    path += `Q${p(-x, y)} ${p(-(x + beforeX) / 2, (y + beforeY) / 2)}`;
  }
  return `${path}Z`;
}

function nacelle(x: number, front: number, rear: number, half: number): string {
  const round = Math.min(half, 6);
  return `M${p(x - half, front + round)}Q${p(x - half, front)} ${p(x, front)}Q${p(x + half, front)} ${p(x + half, front + round)}L${p(x + half * 0.8, rear - 8)}L${p(x, rear)}L${p(x - half * 0.8, rear - 8)}Z`;
}

function drawn(shape: Shape, antlers: boolean): string {
  let path = body(shape.body) + wing(shape.wing, shape.rounded);
  const [span, lead, chord] = shape.tail;
  path += mirrored([
    [0, lead],
    [span - 3, lead + 1],
    [span, lead + 4],
    [span - 1, lead + chord],
    [0, lead + chord],
  ]);
  for (const [x, front, rear, half] of shape.engines ?? [])
    path += x === 0 ? nacelle(0, front, rear, half) : nacelle(x, front, rear, half) + nacelle(-x, front, rear, half);
  if (shape.booms !== undefined)
    for (const side of [-1, 1])
      path +=
        mirrored([[0, 0]]) +
        `M${p(side * shape.booms - 5, -20)}L${p(side * shape.booms + 5, -20)}L${p(side * shape.booms + 3, 82)}L${p(side * shape.booms - 3, 82)}Z`;
  if (shape.fins)
    for (const side of [-1, 1])
      path += `M${p(side * span - 3.5, lead - 7)}L${p(side * span + 3.5, lead - 7)}L${p(side * span + 3.5, lead + chord + 6)}L${p(side * span - 3.5, lead + chord + 6)}Z`;
  if (antlers) {
    const nose = shape.body[0];
    for (const side of [-1, 1])
      path += `M${p(side * 4, nose + 4)}L${p(side * 9, nose - 15)}L${p(side * 11, nose - 15)}L${p(side * 7, nose + 6)}ZM${p(side * 4, nose - 16)}L${p(side * 16, nose - 16)}L${p(side * 16, nose - 13)}L${p(side * 4, nose - 13)}Z`;
  }
  return path;
}

const made = new Map<string, string>();

/** The silhouette of a type as an SVG path in a box of 40 by 40 about the origin. */
export function silhouette(type: string | null, fallback: ShapeName = "four"): string {
  const id = type ?? fallback;
  let path = made.get(id);
  if (path === undefined) {
    const found = type === null ? fallback : (FAMILIES.find(([pattern]) => pattern.test(type))?.[1] ?? fallback);
    path = drawn(SHAPES[found], type !== null && ANTLERS.test(type));
    made.set(id, path);
  }
  return path;
}
