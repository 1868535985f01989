import { defineConfig } from "vite";
import { fonts } from "./scripts/languages/fonts-plugin.mjs";
import { LANGUAGES } from "./scripts/languages/list.mjs";
import { texts } from "./scripts/languages/texts-plugin.mjs";

/** Builds the programs beside the site: the preload, the image worker, and the npm commands. */
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
        "mail-pictures": "worker/mail-pictures.ts",
        "heic-thread": "worker/images/heic-thread.js",
        "large-reads": "domain/large-reads/thread.server.ts",
        places: "scripts/places/build.ts",
        demo: "scripts/demo/seed.ts",
        backup: "scripts/commands/back-up.ts",
        restore: "scripts/commands/restore.ts",
        check: "scripts/commands/check.ts",
        "check-process": "domain/check/check-process.server.ts",
        keepsake: "scripts/commands/keepsake.ts",
        "reset-second-factor": "scripts/commands/reset-second-factor.ts",
        "reset-password": "scripts/commands/reset-password.ts",
        welcome: "scripts/commands/welcome.ts",
        "site-process": "scripts/commands/site-process.ts",
        "zip-backup": "scripts/commands/zip-backup.ts",
      },
      output: {
        entryFileNames: "[name].js",
        // In the folder of the entries, because worker/images looks for its thread there from any chunk.
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
