/** The shelf of the day war. */

import type { Shelf } from "../../lib/hangar";
import { t } from "../../lib/i18n";
import DayHangar from "./DayHangar.svelte";

const shelves: Shelf[] = [{ id: "day", rank: 30, title: () => t("hangar.day"), component: DayHangar }];

export default shelves;
