import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default defineConfig(
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // `list[0]!` after a look at its length: noUncheckedIndexedAccess asks for it.
      "@typescript-eslint/no-non-null-assertion": "off",
      // The maps and sets it means are made anew each time, never changed once they are shown.
      "svelte/prefer-svelte-reactivity": "off",
      // What comes from the server has the shape its decoder found, never one that was merely claimed.
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
    },
  },
  {
    files: ["src/lib/decode.ts", "test/**"],
    rules: { "@typescript-eslint/consistent-type-assertions": "off" },
  },
);
