/** Small questions about what an event is about. */

/** The tag of what a key or a finger fell on, in capitals; "" for none. */
export const tagOf = (event: Event): string => (event.target instanceof Element ? event.target.tagName : "");
