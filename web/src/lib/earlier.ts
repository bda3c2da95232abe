/** The pictures of the news: the server sends the last of them, and how each one before it differed. */

import { isObject } from "./decode";
import type { Earlier, View } from "./messages";
import type { Picture } from "./games";

/** A picture, and how many events had been told when things looked like that. */
export interface Pictured {
  told: number;
  picture: Picture;
}

type Key = string | number;

/** All pictures of a view, in the order of the news. */
export function picturesOf({ perspective, earlier, events_from, events }: View): Pictured[] {
  const found: Pictured[] = [{ told: events_from + events.length, picture: perspective }];
  for (const one of earlier) found.unshift({ told: one.told, picture: gone(found[0]!.picture, one) });
  return found;
}

/** The picture when so many events have been told: that of the first moment not before it. */
export const pictureAt = (pictures: readonly Pictured[], told: number): Picture | undefined =>
  pictures.find((one) => one.told >= told)?.picture;

/** One moment back. */
function gone(picture: Picture, { values, splices }: Earlier): Picture {
  const before = structuredClone(picture);
  for (const [path, value] of values) put(at(before, path.slice(0, -1)), path.at(-1) ?? "", value);
  for (const [path, from, count, items] of splices) {
    const list = at(before, path);
    if (Array.isArray(list)) list.splice(from, count, ...items);
  }
  return before;
}

function at(thing: unknown, path: readonly Key[]): unknown {
  for (const key of path) {
    if (Array.isArray(thing)) thing = thing[Number(key)];
    else thing = isObject(thing) ? thing[key] : undefined;
  }
  return thing;
}

function put(thing: unknown, key: Key, value: unknown): void {
  if (Array.isArray(thing)) thing[Number(key)] = value;
  else if (isObject(thing)) thing[key] = value;
}
