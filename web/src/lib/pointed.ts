/** Something named in a sentence that can be shown on the map. */
export interface Pointed {
  hex?: string;
  unit?: string;
  zone?: string;
}
