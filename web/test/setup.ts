import { speak } from "../src/lib/i18n";
import { catalogue } from "./catalogues";

speak(catalogue("en"));
