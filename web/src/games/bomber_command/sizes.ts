/** How large things are drawn so that nothing on the map is ever too small to read. */

/** The smallest writing on the screen, in pixels. */
export const READABLE = 9.2;

/** The size of a text of the drawing, shown at this scale. */
export const textAt = (size: number, k: number): number => Math.max(size, READABLE / k);

/** How much larger a thing with such a text on it has to be drawn. */
export const growth = (size: number, k: number): number => textAt(size, k) / size;
