import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { learn } from "./lib/i18n";
import { settings } from "./lib/settings.svelte";

await learn(settings.locale || navigator.language);
const target = document.getElementById("app");
target?.replaceChildren(); // the name, which is there before any script
if (target) mount(App, { target });
