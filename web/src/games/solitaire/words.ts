/** The words of the solitaire table. */

import { wordsOf } from "../../lib/i18n";
import type { Key } from "./keys";

export const { say, sayOr } = wordsOf<Key>("solitaire");
