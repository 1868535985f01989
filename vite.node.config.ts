import { readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vite";
import { fonts } from "./scripts/languages/fonts-plugin.mjs";
import { LANGUAGES } from "./scripts/languages/list.mjs";
import { texts } from "./scripts/languages/texts-plugin.mjs";

const COMMANDS = "scripts/commands";

/** Each file in that folder is a program of its name: the npm commands, and what the site runs beside itself. */
const commands = Object.fromEntries(
  readdirSync(COMMANDS)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [path.parse(file).name, `${COMMANDS}/${file}`]),
);

/** Builds the programs beside the site: the preload, the image worker, and the commands. */
export default defineConfig({
  publicDir: false,
  define: LANGUAGES,
  plugins: [texts(), fonts()],
  // It has more than a hundred small files, and to read each of them delays the start.
  ssr: { noExternal: ["drizzle-orm"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: "build/node",
    emptyOutDir: true,
    sourcemap: true,
    rollupOptions: {
      input: {
        parent: "app/http/restart/parent.server.ts",
        preload: "app/http/remix-serve/preload.server.ts",
        worker: "worker/index.ts",
        "image-process": "worker/image-process.ts",
        "mail-pictures": "worker/images/mail-pictures.ts",
        "heic-thread": "worker/images/heic-thread.js",
        "large-reads": "domain/large-reads/thread.server.ts",
        ...commands,
      },
      output: {
        entryFileNames: "[name].js",
        // In the folder of the entries, because worker/images looks for its thread there from any chunk.
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
