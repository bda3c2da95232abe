/** Which screen is shown: read from the part of the address behind #. */

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

export const route = $state<{ now: Route }>({ now: parseRoute(typeof location === "undefined" ? "" : location.hash) });

if (typeof window !== "undefined")
  window.addEventListener("hashchange", () => {
    route.now = parseRoute(location.hash);
  });

export function address(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export function go(...parts: string[]): void {
  location.hash = address(...parts);
}

/** Change what the address says without a new entry in the history. */
export function restate(hash: string): void {
  if (location.hash === hash) return;
  history.replaceState(null, "", hash);
  route.now = parseRoute(hash);
}
