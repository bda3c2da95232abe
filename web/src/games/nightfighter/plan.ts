/** The attack checklist: what the server says an attack takes, held against the end of the move being planned. */

import { DIRECTIONS, name } from "../../lib/hex";
import { t } from "./i18n";
import type { Place } from "./paths";
import type { AttackPlan, PlanTarget } from "./types";

export interface Check {
  id: "tally" | "hex" | "heading" | "dives" | "friend" | "edge" | "odds";
  /** "open" is neither: it cannot be said yet. */
  state: "yes" | "no" | "open";
  title: string;
  text: string;
  rule: string;
  /** A move to the same hex with the heading that fires. */
  mends?: boolean;
}

export const placeName = (place: Place): string => `${name(place.cell)} ${DIRECTIONS[place.facing] ?? ""}`;

/** The contact a plan is about: the one in the hex it ends in, else the likeliest. */
export function targetOf(plan: AttackPlan, end: Place | null): PlanTarget | null {
  const there = end && plan.targets.find(({ hex }) => hex === name(end.cell));
  return there ?? plan.targets[0] ?? null;
}

/** The facings in a hex from which somebody can be fired at. */
export function firesAt(plan: AttackPlan | null, hex: string): number[] {
  const places = plan?.targets.flatMap(({ fires }) => fires) ?? [];
  return places
    .filter((place) => place.startsWith(hex))
    .map((place) => DIRECTIONS.findIndex((way) => place.endsWith(` ${way}`)));
}

type Line = Omit<Check, "rule">;

function headingLine(target: PlanTarget, end: Place | null, mayTurn: boolean): Line {
  const { contact, facing: wanted, hex, fires } = target;
  const facing = end ? (DIRECTIONS[end.facing] ?? "") : "";
  const said = { contact, facing, wanted };
  const line = (state: Check["state"], title: string, text: string): Line => ({ id: "heading", state, title, text });
  if (!end || end.off || name(end.cell) !== hex)
    return line("open", t("check.heading.open", said), t("check.heading.open.text", said));
  if (fires.includes(placeName(end))) return line("yes", t("check.heading.ok", said), t("check.heading.ok.text", said));
  const text = t(mayTurn ? "check.heading.turn" : "check.heading.far", said);
  return { ...line("no", t("check.heading.no", said), text), mends: mayTurn };
}

function aboutTarget(plan: AttackPlan, target: PlanTarget, end: Place | null, mayTurn: boolean): Line[] {
  const { contact, hex, tally, look, friend } = target;
  const said = { contact, hex, look, friend, fighter: plan.fighter };
  const here = end !== null && !end.off && name(end.cell) === hex;
  const found: Line[] = [
    {
      id: "tally",
      state: tally === "held" ? "yes" : tally === "barred" ? "no" : "open",
      title: t(`check.tally.${tally}`),
      text: t(`check.tally.${tally}.text`, said),
    },
    {
      id: "hex",
      state: here ? "yes" : end ? "no" : "open",
      title: t(here ? "check.hex.ok" : "check.hex.no"),
      text: t("check.hex.text", said),
    },
    headingLine(target, end, mayTurn),
  ];
  if (friend) found.push({ id: "friend", state: "no", title: t("check.friend", said), text: t("check.friend.text") });
  return found;
}

/** Every line of the checklist for a plan that ends there; without an end, for what is known before. */
export function checksOf(plan: AttackPlan, end: Place | null, mayTurn: boolean): Check[] {
  const target = targetOf(plan, end);
  const found = target ? aboutTarget(plan, target, end, mayTurn) : [];
  if (plan.dived && target) {
    const { dives } = plan;
    const left = dives > 0 ? "no" : "ok";
    const state = dives > 0 ? "no" : "yes";
    found.push({ id: "dives", state, title: t(`check.dives.${left}`, { dives }), text: t(`check.dives.${left}.text`) });
  }
  const edge = end?.off ? "off" : end && plan.leaves.includes(placeName(end)) ? "next" : "ok";
  const state = edge !== "ok" ? "no" : end ? "yes" : "open";
  found.push({ id: "edge", state, title: t(`check.edge.${edge}`), text: t(`check.edge.${edge}.text`) });
  if (target?.kill) {
    const { kill, hit } = target;
    found.push({ id: "odds", state: "open", title: t("check.odds", { kill }), text: t("check.odds.text", { hit }) });
  }
  const ruleOf = ({ id }: Line): string => (id === "tally" ? (target?.tally_rule ?? "") : (plan.rules[id] ?? ""));
  return found.map((line) => ({ ...line, rule: ruleOf(line) }));
}

/** What the checklist comes to, in one sentence; "" while nothing is planned. */
export function verdictOf(plan: AttackPlan, checks: readonly Check[], end: Place | null): string {
  const { fighter } = plan;
  if (plan.targets.length === 0) return "";
  if (!end) return t("check.plan");
  const wrong = checks.filter(({ id, state }) => state === "no" && id !== "edge").length;
  const open = checks.some(({ id, state }) => id === "tally" && state === "open");
  if (wrong > 0) return t("check.not_yet", { n: wrong });
  return t(open ? "check.ready_if" : "check.ready", { fighter });
}
