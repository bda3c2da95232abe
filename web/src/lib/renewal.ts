/**
 * A part of the page that is fetched when it is needed may be gone: the server has been renewed meanwhile, and its
 * parts have other names. The page is loaded anew then, once; where that is of no use, what is wrong is said.
 */

const KEY = "viermot.renewed";
const SOON = 10_000; // milliseconds after which it may be tried again

/** Is it worth loading the page anew? Not if that was done just now. */
export function mayRenew(kept: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  if (now - Number(kept.getItem(KEY) ?? 0) < SOON) return false;
  kept.setItem(KEY, String(now));
  return true;
}

/** What is done about a part that cannot be fetched. */
export function followRenewals(otherwise: () => void): void {
  window.addEventListener("vite:preloadError", () => {
    if (mayRenew(sessionStorage, Date.now())) location.reload();
    else otherwise();
  });
}
