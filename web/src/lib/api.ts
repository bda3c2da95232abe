/** Calls to the own server. What is refused comes as an error with a sentence and, where one applies, a rule. */

import { currentLocale } from "./i18n";
import { anything, type Decoder } from "./decode";
import { type Me, readMe, readRefusal } from "./messages";

export class Refused extends Error {
  constructor(
    readonly why: string,
    readonly rule: string,
    text: string,
  ) {
    super(text);
  }
}

let token = "";

/** Who is asking; to be called before anything is changed, and again when the server no longer knows the token. */
export async function me(): Promise<Me> {
  const answer = await get(readMe, "/api/me");
  token = answer.csrf;
  return answer;
}

export function signedIn(answer: Me): Me {
  token = answer.csrf;
  return answer;
}

/** Every answer goes through its decoder: what is handed on has the shape it is said to have. */
export const get = <T>(read: Decoder<T>, path: string): Promise<T> => call(read, "GET", path);
export const post = <T>(read: Decoder<T>, path: string, body: object = {}): Promise<T> =>
  call(read, "POST", path, body);
export const remove = (path: string): Promise<unknown> => call(anything, "DELETE", path);

async function call<T>(read: Decoder<T>, method: string, path: string, body?: object, again = true): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": currentLocale() };
  if (method !== "GET") headers["X-CSRF-Token"] = token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused("offline", "", "");
  }
  if (answer.ok) return read(await answer.json());
  const refused = await refusalOf(answer);
  if (refused.why === "csrf" && again) {
    await me();
    return call(read, method, path, body, false);
  }
  throw refused;
}

async function refusalOf(answer: Response): Promise<Refused> {
  try {
    const { error } = readRefusal(await answer.json());
    return new Refused(error.why, error.rule, error.text);
  } catch {
    return new Refused("busy", "", `${answer.status} ${answer.statusText}`);
  }
}

/** The text of a file the server makes: a save, a position. */
export async function file(path: string, body?: object): Promise<{ name: string; text: string }> {
  const headers: Record<string, string> = { "Accept-Language": currentLocale() };
  if (body) Object.assign(headers, { "Content-Type": "application/json", "X-CSRF-Token": token });
  const answer = await fetch(path, {
    method: body ? "POST" : "GET",
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  if (!answer.ok) throw await refusalOf(answer);
  const named = /filename="?([^";]+)"?/.exec(answer.headers.get("Content-Disposition") ?? "");
  return { name: named?.[1] ?? "viermot.json", text: await answer.text() };
}

/** Hand a text to the reader as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
