import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

const target = document.getElementById("app");
target?.replaceChildren(); // the name, which is there before any script
if (target) mount(App, { target });
