/** Plans kept under a name, for any night of a scenario; in this browser. */

import { isObject } from "../../lib/decode";

export interface KeptPlan {
  name: string;
  scenario: string;
  text: string;
}

const KEPT = "viermot.bomber.plans";
export const MOST_KEPT = 60;
export const LONGEST_NAME = 40;

const isPlan = (thing: unknown): thing is KeptPlan => {
  if (!isObject(thing)) return false;
  return [thing["name"], thing["scenario"], thing["text"]].every((each) => typeof each === "string");
};

/** Every plan kept; what somebody else has written there is left out. */
export function keptPlans(store: Storage = localStorage): KeptPlan[] {
  try {
    const found: unknown = JSON.parse(store.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter(isPlan) : [];
  } catch {
    return [];
  }
}

/** Keep a plan; one of the same name and scenario is replaced. Returns all plans, the newest first. */
export function keepPlan(plan: KeptPlan, store: Storage = localStorage): KeptPlan[] {
  const name = plan.name.trim().slice(0, LONGEST_NAME);
  if (!name || !plan.text) return keptPlans(store);
  return write([{ ...plan, name }, ...dropped(name, plan.scenario, store)].slice(0, MOST_KEPT), store);
}

export function dropPlan(name: string, scenario: string, store: Storage = localStorage): KeptPlan[] {
  return write(dropped(name, scenario, store), store);
}

const dropped = (name: string, scenario: string, store: Storage): KeptPlan[] =>
  keptPlans(store).filter((each) => each.name !== name || each.scenario !== scenario);

function write(plans: KeptPlan[], store: Storage): KeptPlan[] {
  try {
    store.setItem(KEPT, JSON.stringify(plans));
  } catch {
    // a browser that keeps nothing still plans
  }
  return plans;
}
