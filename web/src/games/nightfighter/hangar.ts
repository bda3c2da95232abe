/** The sections of the night war. */

import type { Section } from "../../lib/hangar";
import { t } from "../../lib/i18n";
import NightHangar from "./NightHangar.svelte";

const sections: Section[] = [
  { id: "aircraft", rank: 10, title: () => t("hangar.aircraft"), component: NightHangar },
  { id: "radar", rank: 20, title: () => t("hangar.radar"), component: NightHangar },
  { id: "chronology", rank: 40, title: () => t("hangar.chronology"), component: NightHangar },
];

export default sections;
