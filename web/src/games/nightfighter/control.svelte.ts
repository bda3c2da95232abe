/** What a hand does at the table: the path begun, the hex chosen, and why something cannot be. */

import { DIRECTIONS, Grid, cellAt, name, parse, type Cell, type Facing, type Point } from "../../lib/hex";
import { lie } from "../../lib/lie.svelte";
import { t } from "./i18n";
import type { Question } from "../../lib/messages";
import { type Choice, choiceOf, placeOf } from "./choice";
import {
  cheapest,
  facingsAt,
  Flight,
  LEFT,
  type Path,
  type Reachable,
  RIGHT,
  notationOf,
  type Place,
  read,
  STRAIGHT,
  type Turn,
} from "./paths";
import { type Check, checksOf, firesAt, targetOf } from "./plan";
import type { Shown } from "./shown";
import { type AttackPlan, type MapFeatures, type PlanTarget, readAttackPlan } from "./types";
import { complain } from "../../lib/store.svelte";
import type { Table } from "../../lib/table.svelte";
import { NOTHING, type Lit, type Overlay } from "./overlay";

export interface Why {
  title: string;
  text: string;
  rule: string;
  at: Point | null;
}

/** Where each arrow key moves the cursor, or the map. */
export const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const MANY = 130; // more lit hexes than this are shown as an area
const FURTHER = 7; // hexes beyond the longest move in which to look for a way that could be explained

export class Control {
  path = $state.raw<Path>([]);
  hex = $state<string | null>(null);
  facing = $state<Facing | null>(null);
  hovered = $state.raw<Cell | null>(null);
  cursor = $state.raw<Cell | null>(null);
  why = $state.raw<Why | null>(null);
  /** The aircraft the reader looks at. */
  chosen = $state("");
  private asked = $state(-1);
  /** Was the last turn of the path meant, or only a guess? */
  private meant = false;

  readonly grid: Grid;

  constructor(
    readonly table: Table,
    readonly board: MapFeatures,
    private readonly shown: () => Shown,
  ) {
    this.grid = new Grid(board.columns, board.rows);
  }

  get question(): Question | null {
    return this.table.decision;
  }

  private get picture(): Shown {
    return this.shown();
  }

  readonly choice: Choice | null = $derived.by(() => {
    const question = this.question;
    const picture = this.picture;
    return question && picture ? choiceOf(question, picture, this.grid) : null;
  });

  /** The aircraft a question is about. */
  readonly mover: string = $derived.by(() => {
    const choice = this.choice;
    if (choice?.way === "flight") return choice.unit;
    const facts = this.question?.facts ?? {};
    return String(facts["fighter"] ?? facts["attacker"] ?? "");
  });

  readonly focus: string = $derived.by(() => {
    const picture = this.picture;
    if (!picture) return "";
    const own = (id: string): boolean => picture.fighters.some((fighter) => fighter.id === id && fighter.hex);
    if (this.mover && own(this.mover)) return this.mover;
    if (this.chosen && own(this.chosen)) return this.chosen;
    return picture.fighters.find((fighter) => fighter.hex)?.id ?? "";
  });

  /** A new question: forget what was begun for the old one. */
  sync(): void {
    const number = this.question?.number;
    if (number === undefined || number === this.asked) return; // an answer that cannot be sent leaves the plan as it is
    this.asked = number;
    this.clear();
    const choice = this.choice;
    if (choice?.way === "places" && choice.places.size === 1) this.hex = [...choice.places.keys()][0] ?? null;
  }

  clear(): void {
    this.path = [];
    this.meant = false;
    this.hex = null;
    this.facing = null;
    this.why = null;
  }

  // -- what is lit -------------------------------------------------------------------------------------

  private readonly fromStart: Map<string, Reachable> = $derived.by(() =>
    this.choice?.way === "flight" ? this.choice.flight.ends([], false) : new Map<string, Reachable>(),
  );

  /** What the coach of a lesson would do, on the map. */
  readonly coached: Cell[] = $derived.by(() => this.drawn(this.table.coached));

  /** What the computer would do, once it was asked. */
  readonly advised: Cell[] = $derived.by(() => this.drawn(this.table.counsel.advice?.advice.option ?? ""));

  /** An answer as it is drawn: a hex, the aircraft it means, or a way from here to where it ends. */
  private drawn(answer: string): Cell[] {
    const choice = this.choice;
    if (!answer || !choice) return [];
    const hex = parse(answer.slice(0, 4));
    if (hex) return [hex];
    if (choice.way !== "flight") {
      const there = placeOf(answer, this.picture)?.cell;
      return there ? [there] : [];
    }
    return [choice.flight.start, ...choice.flight.places(read(answer)).map(({ cell }) => cell)];
  }

  readonly overlay: Overlay = $derived.by(() => {
    const choice = this.choice;
    if (!choice) return NOTHING;
    if (choice.way === "flight") return this.flightOverlay(choice.flight, choice.unit);
    if (choice.way === "sides")
      return {
        ...NOTHING,
        lit: [...choice.sides].map(([hex, { label }]) => ({ cell: cellAt(hex), label })),
        mover: this.mover,
      };
    if (choice.way === "units") return { ...NOTHING, units: new Set(choice.units.keys()), mover: this.mover };
    if (choice.way === "hexes") {
      const cells = [...choice.hexes].map((hex) => cellAt(hex));
      const at = this.hex ? parse(this.hex) : this.hovered;
      const value = Number(this.question?.facts["value"] ?? 0);
      const radar = String(this.question?.facts["radar"] ?? "");
      const ring =
        at && radar && choice.hexes.has(name(at))
          ? { cell: at, cells: this.grid.within(at, value), label: radar.slice(0, 2) }
          : null;
      const chosen: Lit[] = this.hex && !ring ? [{ cell: cellAt(this.hex) }] : [];
      return { ...NOTHING, ...this.spread(cells, chosen), ring, mover: this.mover };
    }
    if (choice.way === "places") {
      const cells = [...choice.places.keys()].map((hex) => cellAt(hex));
      const at = this.hex ? parse(this.hex) : null;
      const facings = this.hex ? (choice.places.get(this.hex) ?? []) : [];
      return {
        ...NOTHING,
        ...this.spread(cells, at ? [{ cell: at }] : []),
        chevrons: at
          ? {
              cell: at,
              alone: choice.places.size === 1,
              ways: DIRECTIONS.map((facing, index) => ({
                facing: index,
                legal: facings.includes(facing),
                chosen: this.facing === facing,
              })),
            }
          : null,
        ghost:
          at && this.facing
            ? { from: at, places: [{ cell: at, facing: DIRECTIONS.indexOf(this.facing), off: false }], legal: true }
            : null,
        mover: this.mover,
      };
    }
    return { ...NOTHING, mover: this.mover };
  });

  /** Every hex that can be chosen now, and the aircraft it is about: what should be in sight. */
  get choosable(): Cell[] {
    const mover = this.mover ? placeOf(this.mover, this.picture)?.cell : undefined;
    const units = [...this.overlay.units].map((unit) => placeOf(unit, this.picture)?.cell);
    const lit = this.overlay.lit.map(({ cell }) => cell).filter((cell) => this.grid.has(cell));
    return [mover, ...units, ...lit].filter((cell) => cell !== undefined);
  }

  /** The hex an answer stands in, where it is an aircraft: beside its name a figure could be anything. */
  hexOf(option: string): string {
    const there = this.choice?.way === "units" ? placeOf(option, this.picture) : null;
    return there ? name(there.cell) : "";
  }

  private spread(cells: Cell[], chosen: Lit[]): { lit: Lit[]; area: Cell[] } {
    return cells.length > MANY ? { lit: chosen, area: cells } : { lit: cells.map((cell) => ({ cell })), area: [] };
  }

  private flightOverlay(flight: Flight, unit: string): Overlay {
    const begun = this.path.length > 0;
    const onward = cheapest((begun ? flight.ends(this.path, !this.meant) : this.fromStart).values());
    const anew = begun ? cheapest(this.fromStart.values()) : new Map<string, Reachable>();
    const lit: Lit[] = [];
    for (const [hex, reach] of onward) lit.push({ cell: parse(hex) ?? reach.cell, label: String(reach.cost) });
    for (const [hex, reach] of anew)
      if (!onward.has(hex)) lit.push({ cell: reach.cell, label: String(reach.cost), soft: true });
    const places = flight.places(this.path);
    const tip = places.at(-1);
    const at = tip && !tip.off ? tip : null;
    const ways = at ? this.waysAt(flight, at.cell) : null;
    return {
      ...NOTHING,
      lit: lit.filter(({ cell }) => !at || name(cell) !== name(at.cell)),
      ghost: { from: flight.start, places, legal: flight.legal(this.path) },
      chevrons:
        at && ways
          ? {
              cell: at.cell,
              ways: DIRECTIONS.map((_, facing) => ({ facing, legal: ways.has(facing), chosen: at.facing === facing })),
            }
          : null,
      mover: unit,
    };
  }

  /** The facings a move may end with in a hex: by the path begun, or by another way there. */
  private waysAt(flight: Flight, cell: Cell): Map<number, Reachable> {
    const ways = facingsAt(this.fromStart.values(), cell);
    for (const [facing, reach] of facingsAt(flight.ends(this.path, true).values(), cell)) ways.set(facing, reach);
    return ways;
  }

  // -- what an attack takes ------------------------------------------------------------------------------

  /** What the server says beside the move being planned. */
  readonly plan: AttackPlan | null = $derived.by(() => {
    const sent = this.question?.plan;
    return sent && this.choice?.way === "flight" ? readAttackPlan(sent) : null;
  });

  /** Where the path begun ends; null before the first hex. */
  readonly tip: Place | null = $derived.by(() =>
    this.choice?.way === "flight" && this.path.length > 0 ? this.choice.flight.end(this.path) : null,
  );

  readonly target: PlanTarget | null = $derived(this.plan ? targetOf(this.plan, this.tip) : null);

  /** Another way to the hex of the plan, ending with a heading that fires. */
  private readonly mended: Reachable | null = $derived.by(() => {
    const choice = this.choice;
    if (choice?.way !== "flight" || !this.tip || this.tip.off) return null;
    const ways = this.waysAt(choice.flight, this.tip.cell);
    return (
      this.fires(this.tip.cell)
        .map((facing) => ways.get(facing))
        .find((way) => way !== undefined) ?? null
    );
  });

  readonly checks: Check[] = $derived(this.plan ? checksOf(this.plan, this.tip, this.mended !== null) : []);

  private fires(cell: Cell): number[] {
    return firesAt(this.plan, name(cell));
  }

  /** Arrive in the same hex with the heading that fires, where there is a way. */
  faceToFire(): void {
    if (this.mended) this.take(this.mended.path, true);
  }

  // -- what Enter would answer -----------------------------------------------------------------------------

  readonly ready: string | null = $derived.by(() => {
    const choice = this.choice;
    if (!choice) return null;
    if (choice.way === "flight") return choice.flight.legal(this.path) ? notationOf(this.path) : null;
    if (choice.way === "hexes") return this.hex;
    if (choice.way === "places") return this.hex && this.facing ? `${this.hex} ${this.facing}` : null;
    return null;
  });

  /** The path or place begun, in words. */
  readonly begun: string = $derived.by(() => {
    const choice = this.choice;
    if (choice?.way === "flight" && this.path.length > 0) {
      const places = choice.flight.places(this.path);
      const last = places.at(-1);
      const hexes = places.map((place) => (place.off ? t("map.off") : name(place.cell))).join(" · ");
      return last && !last.off
        ? t("path.begun", { hexes, facing: DIRECTIONS[last.facing] ?? "", mp: this.path.length })
        : t("path.off", { hexes, mp: this.path.length });
    }
    if (choice?.way === "places" && this.hex)
      return this.facing ? t("place.begun", { hex: this.hex, facing: this.facing }) : this.hex;
    return choice?.way === "hexes" && this.hex ? this.hex : "";
  });

  async answer(option: string): Promise<void> {
    this.why = null;
    await this.table.decide(option);
  }

  async commit(): Promise<void> {
    if (this.ready) await this.answer(this.ready);
    else if (this.choice?.way === "flight" && this.path.length > 0)
      await this.explain(notationOf(this.path), this.begun, null);
    else if (this.choice) this.say(t("why.not_yet"), t("why.choose_first"), "");
  }

  // -- pointing at the map ---------------------------------------------------------------------------------

  /** A hex pointed at. A finger is too broad to commit anything: that is for the button. */
  async pick(cell: Cell, at: Point | null, facing: number | null, touch = false): Promise<void> {
    this.why = null;
    const choice = this.choice;
    const hex = name(cell);
    if (!choice || choice.way === "buttons") {
      this.look(hex);
      return;
    }
    if (choice.way === "sides") {
      const side = choice.sides.get(hex);
      if (side && !touch) await this.answer(side.option);
      else this.look(hex);
    } else if (choice.way === "units") {
      const here = this.unitsIn(hex);
      const unit = here.find((id) => choice.units.has(id));
      if (unit && !touch) await this.answer(choice.units.get(unit)?.option ?? unit);
      else if (!unit && here[0]) await this.explain(here[0], here[0], at);
      else this.look(hex);
    } else if (choice.way === "hexes") {
      if (!choice.hexes.has(hex)) await this.explain(hex, hex, at);
      else if (this.hex !== hex) this.hex = hex;
      else if (!touch) await this.commit();
    } else if (choice.way === "places") await this.pickPlace(choice.places, hex, facing, at, touch);
    else await this.pickFlight(choice.flight, cell, facing, at);
  }

  private look(hex: string): void {
    const unit = this.unitsIn(hex).find((id) => this.picture.fighters.some((fighter) => fighter.id === id));
    if (unit) this.chosen = unit;
  }

  private unitsIn(hex: string): string[] {
    const picture = this.picture;
    return [
      ...picture.contacts.filter((contact) => contact.hex === hex).map((contact) => contact.contact),
      ...picture.fighters.filter((fighter) => fighter.hex === hex).map((fighter) => fighter.id),
      ...(picture.umpire?.attackers.filter((attacker) => attacker.hex === hex).map((attacker) => attacker.id) ?? []),
    ];
  }

  private async pickPlace(
    places: Map<string, Facing[]>,
    hex: string,
    way: number | null,
    at: Point | null,
    touch: boolean,
  ): Promise<void> {
    const facings = places.get(hex);
    if (!facings) {
      await this.explain(`${hex} N`, hex, at);
      return;
    }
    const facing = way === null ? null : DIRECTIONS[way]!;
    if (this.hex !== hex) {
      this.hex = hex;
      if (!this.facing || !facings.includes(this.facing))
        this.facing = facings.includes("N") ? "N" : (facings[0] ?? null);
    } else if (facing && facings.includes(facing)) this.facing = facing;
    else if (facing) await this.explain(`${hex} ${facing}`, `${hex} ${facing}`, at);
    else if (!touch) await this.commit();
  }

  private async pickFlight(flight: Flight, cell: Cell, facing: number | null, at: Point | null): Promise<void> {
    const tip = flight.places(this.path).at(-1);
    if (tip && name(tip.cell) === name(cell)) {
      const way = facing === null ? undefined : this.waysAt(flight, cell).get(facing);
      if (way) this.take(way.path, true);
      else if (facing !== null) await this.explainFlight(flight, cell, facing, at);
      return;
    }
    if (name(cell) === name(flight.start) && !cheapest(this.fromStart.values()).has(name(cell))) {
      this.clear();
      return;
    }
    const onward = cheapest(flight.ends(this.path, !this.meant).values()).get(name(cell));
    const anew = cheapest(this.fromStart.values()).get(name(cell));
    // one hex at a time a path may also be begun that is still too short
    const step = this.stepTo(flight, cell);
    const firing = this.firingWay(flight, cell);
    if (firing) this.take(firing.path, true);
    else if (onward) this.take(onward.path, false);
    else if (step) this.take(step, false);
    else if (anew) this.take(anew.path, false);
    else await this.explainFlight(flight, cell, null, at);
  }

  /** A way to a bomber's hex that ends with a heading that fires: going on from the path begun, else another. */
  private firingWay(flight: Flight, cell: Cell): Reachable | undefined {
    const facings = this.fires(cell);
    if (facings.length === 0) return undefined;
    const onward = facingsAt(flight.ends(this.path, !this.meant).values(), cell);
    const anew = facingsAt(this.fromStart.values(), cell);
    const found = (ways: Map<number, Reachable>): Reachable | undefined =>
      facings.map((facing) => ways.get(facing)).find((way) => way !== undefined);
    return found(onward) ?? found(anew);
  }

  /** The path begun with one more hex, if that leads to this cell. */
  private stepTo(flight: Flight, cell: Cell): Path | null {
    if (!flight.canStep(this.path)) return null;
    const turns: Turn[] =
      this.meant || this.path.length === 0
        ? [this.path.at(-1) ?? STRAIGHT]
        : [this.path.at(-1) ?? STRAIGHT, STRAIGHT, LEFT, RIGHT];
    for (const turn of turns) {
      const turned = this.path.length > 0 ? [...this.path.slice(0, -1), turn] : [];
      if (this.path.length > 0 && !flight.canTurn(this.path, turn)) continue;
      const longer: Path = [...turned, STRAIGHT];
      if (name(flight.end(longer).cell) === name(cell)) return longer;
    }
    return null;
  }

  private take(path: Path, meant: boolean): void {
    this.path = path;
    this.meant = meant;
    this.why = null;
  }

  mayDrag(cell: Cell): boolean {
    const choice = this.choice;
    if (choice?.way !== "flight") return false;
    const tip = choice.flight.end(this.path);
    return !tip.off && name(tip.cell) === name(cell);
  }

  drag(cell: Cell): void {
    const choice = this.choice;
    if (choice?.way !== "flight") return;
    const places = choice.flight.places(this.path);
    const back = places.slice(0, -1).findIndex((place) => name(place.cell) === name(cell));
    if (name(cell) === name(choice.flight.start)) this.take([], false);
    else if (back >= 0) this.take([...this.path.slice(0, back), STRAIGHT], false);
    else {
      const step = this.stepTo(choice.flight, cell);
      if (step) this.take(step, false);
    }
  }

  /** Fly by keys: ahead, or turn after the last hex. */
  async fly(key: "ahead" | "left" | "right" | "back"): Promise<void> {
    const choice = this.choice;
    if (choice?.way === "places") this.turnPlace(choice.places, key);
    if (choice?.way !== "flight") return;
    const { flight } = choice;
    if (key === "back") this.take(this.path.slice(0, -1), false);
    else if (key === "ahead") {
      const longer: Path = [...this.path, STRAIGHT];
      if (flight.canStep(this.path)) this.take(longer, false);
      else await this.explain(notationOf(longer), t("path.further"), null);
    } else {
      const wanted = key === "left" ? LEFT : RIGHT;
      const last = this.path.at(-1);
      if (last === undefined || last === wanted) {
        const turn = wanted === LEFT ? "L" : "R";
        await this.explain(`${notationOf(this.path)} ${turn}`, t("path.no_turn"), null);
      } else {
        const turn: Turn = last === STRAIGHT ? wanted : STRAIGHT;
        const other = [...this.path.slice(0, -1), turn];
        if (flight.canTurn(this.path, turn)) this.take(other, true);
        else await this.explain(notationOf(other), t("path.no_turn"), null);
      }
    }
  }

  /** Turn the facing of a place to the next one that is legal. */
  private turnPlace(places: Map<string, Facing[]>, key: string): void {
    const facings = this.hex ? (places.get(this.hex) ?? []) : [];
    if (facings.length === 0 || key === "back") return;
    const by = key === "left" ? 5 : 1;
    let way = this.facing ? DIRECTIONS.indexOf(this.facing) : 6 - by;
    do way = (way + by) % 6;
    while (!facings.includes(DIRECTIONS[way]!));
    this.facing = DIRECTIONS[way]!;
  }

  // -- why not -----------------------------------------------------------------------------------------------

  private say(title: string, text: string, rule: string, at: Point | null = null): void {
    this.why = { title, text, rule, at };
  }

  private async explain(option: string, what: string, at: Point | null): Promise<void> {
    try {
      const judged = await this.table.whyNot(option);
      // the rule is shown beside the sentence, so it need not stand in it
      if (judged) this.say(t("why.title", { what }), judged.text.replace(` [${judged.rule}]`, ""), judged.rule, at);
    } catch (error) {
      complain(error);
    }
  }

  /** Look for a way that would lead there if nothing forbade it, and let the server say what does. */
  private async explainFlight(flight: Flight, cell: Cell, facing: number | null, at: Point | null): Promise<void> {
    const what = facing === null ? name(cell) : t("place.begun", { hex: name(cell), facing: DIRECTIONS[facing] ?? "" });
    const ends = [
      ...flight
        .freely(flight.longest + FURTHER)
        .ends([], false)
        .values(),
    ].filter((end) => name(end.cell) === name(cell) && (facing === null || end.facing === facing));
    const nearest = cheapest(ends).get(name(cell));
    if (nearest) await this.explain(notationOf(nearest.path), what, at);
    else this.say(t("why.title", { what }), t("why.too_far"), "", at);
  }

  // -- the cursor ----------------------------------------------------------------------------------------------

  /** One hex to the right or down, as the map lies. */
  moveCursor(dx: number, dy: number): void {
    const from = this.cursor ?? this.startOfCursor();
    const [along, down] = lie.turned ? [-dy, dx] : [dx, dy];
    const column = Math.min(this.board.columns, Math.max(1, from.column + along));
    const row = Math.min(this.board.rows, Math.max(1, from.row + down));
    this.cursor = { column, row };
    this.hovered = this.cursor;
  }

  private startOfCursor(): Cell {
    const picture = this.picture;
    const fighter = picture?.fighters.find((each) => each.id === this.focus);
    return (fighter?.hex ? parse(fighter.hex) : null) ?? { column: 9, row: 14 };
  }
}
