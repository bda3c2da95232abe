/** The section of the day war. */

import type { Section } from "../../lib/hangar";
import { t } from "../../lib/i18n";
import DayHangar from "./DayHangar.svelte";

const sections: Section[] = [{ id: "day", rank: 30, title: () => t("hangar.day"), component: DayHangar }];

export default sections;
