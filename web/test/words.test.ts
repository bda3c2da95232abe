import { expect, test } from "vitest";
import { filled, languages, speak } from "../src/lib/i18n";
import { figure, signed, together } from "../src/lib/words";
import { catalogue } from "./catalogues";

test("fields and numbers in a text", () => {
  expect(filled("{n} {n|hex|hexes} from {id}", { n: 1, id: "201" })).toBe("1 hex from 201");
  expect(filled("{n} {n|hex|hexes} from {id}", { n: 3, id: "201" })).toBe("3 hexes from 201");
  expect(filled("{unknown} stays", {})).toBe("{unknown} stays");
});

test("Polish has three forms", () => {
  speak(catalogue("pl"));
  const text = "{n} {n|heks|heksy|heksów}";
  expect([1, 2, 5, 12, 22].map((n) => filled(text, { n }))).toEqual([
    "1 heks",
    "2 heksy",
    "5 heksów",
    "12 heksów",
    "22 heksy",
  ]);
  speak(catalogue("en"));
});

test("numbers and names as the reader writes them", () => {
  expect([figure(1.5), figure(48), figure(3.5, 2), together(["Anna", "Bert"])]).toEqual([
    "1.5",
    "48",
    "3.50",
    "Anna and Bert",
  ]);
  speak(catalogue("pl"));
  expect([figure(1.5), figure(-26.5), together(["Anna", "Bert", "Celina"])]).toEqual([
    "1,5",
    "−26,5",
    "Anna, Bert i Celina",
  ]);
  speak(catalogue("en"));
});

test("languages are known by their own names", () => {
  expect(languages()).toMatchObject({ en: "English", pl: "Polski" });
});

test("large numbers, halves and numbers below nought have their forms", () => {
  speak(catalogue("pl"));
  const text = "{n} {n|punkt|punkty|punktów}";
  const said = [0, 102, 112, 201, 202, 1022, -2, 1.5].map((n) => filled(text, { n }).split(" ")[1]);
  expect(said).toEqual(["punktów", "punkty", "punktów", "punktów", "punkty", "punkty", "punkty", "punktów"]);
  speak(catalogue("en"));
});

test("writes a minus, not a hyphen, before a figure below nought", () => {
  expect([figure(-2), signed(-1), signed(0), signed(3), filled("Net {net} VP", { net: -4 })]).toEqual([
    "−2",
    "−1",
    "0",
    "+3",
    "Net −4 VP",
  ]);
});
