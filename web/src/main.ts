import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { learn, t } from "./lib/i18n";
import { followRenewals } from "./lib/renewal";
import { settings } from "./lib/settings.svelte";
import { tell } from "./lib/store.svelte";

await learn(settings.locale || navigator.language);
followRenewals(() => tell(t("error.offline")));
const target = document.getElementById("app");
target?.replaceChildren(); // the name, which is there before any script
if (target) mount(App, { target });
