/** The one way a button is grey: it stays within reach of mouse and keys, and says why it cannot be pressed. */

import type { Attachment } from "svelte/attachments";
import { tell } from "./store.svelte";

interface More {
  /** What the button does, for whoever points at it while it is not grey. */
  about?: string;
  /** The rule that stands in the way. */
  rule?: string;
  /** Says why better than a notice does: beside the map, or in the server's words. */
  explain?: () => unknown;
}

/** Grey for this reason; with an empty one the button is like any other. */
export function grey(why: string, { about = "", rule = "", explain }: More = {}): Attachment<HTMLButtonElement> {
  return (button) => {
    button.setAttribute("aria-disabled", String(why !== ""));
    button.title = why || about;
    if (!why) return;
    const say = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation(); // what the button would do is not done
      if (explain) explain();
      else tell(why, rule);
    };
    button.addEventListener("click", say, { capture: true });
    return () => button.removeEventListener("click", say, { capture: true });
  };
}
