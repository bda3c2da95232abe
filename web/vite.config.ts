import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served by Viermot's own server from src/viermot/server/page; nothing in it is fetched from elsewhere.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/viermot/server/page",
    emptyOutDir: true,
    target: ["chrome111", "firefox114"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"], environment: "node" },
});
