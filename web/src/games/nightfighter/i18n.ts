/** The words of this game's page, and those of every page. */

import { wordsOf } from "../../lib/i18n";
import type { Key as SharedKey } from "../../lib/i18n";
import type { Key } from "./keys";

export const { say: t, sayOr: word } = wordsOf<Key | SharedKey>("nightfighter");
