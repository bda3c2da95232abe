/** Links to open seats that this browser has made: the server keeps only their hash, and a new one ends the old. */

import { post } from "./api";
import { isObject } from "./decode";
import { readInvitationLink } from "./messages";

const KEY = "viermot.invitations";
const MOST = 40;

function kept(): Record<string, string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (!isObject(found)) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([key, link]) => (typeof link === "string" ? [[key, link]] : [])),
    );
  } catch {
    return {};
  }
}

const links = $state<Record<string, string>>(kept());

export const linkTo = (table: string, seat: string): string => links[`${table} ${seat}`] ?? "";

/** A new link; whoever has the old one finds it useless. */
export async function invite(table: string, seat: string): Promise<string> {
  const made = await post(readInvitationLink, `/api/tables/${table}/invite`, { seat });
  const link = new URL(made.path, location.origin).href;
  links[`${table} ${seat}`] = link;
  try {
    const all = Object.entries({ ...kept(), [`${table} ${seat}`]: link }).slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // a browser that keeps nothing shows it now all the same
  }
  return link;
}
