/** Small questions about the page and what an event is about. */

/** A screen on which everything stands below each other: a phone, or a tablet held upright; as in the style sheets. */
export const NARROW = "(max-width: 800px), (max-width: 1100px) and (orientation: portrait)";

/** The tag of what a key or a finger fell on, in capitals; "" for none. */
export const tagOf = (event: Event): string => (event.target instanceof Element ? event.target.tagName : "");

/** Escape closes this dialog wherever the focus is, also where it was lost with what it stood on; true if it did. */
export function closedByEscape(event: KeyboardEvent, dialog: HTMLDialogElement | undefined): boolean {
  if (event.key !== "Escape" || event.defaultPrevented || !dialog?.open) return false;
  const at = document.activeElement;
  if (at && at !== document.body && !dialog.contains(at)) return false; // meant for one that lies over this one
  event.preventDefault();
  dialog.close();
  return true;
}
