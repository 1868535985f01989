import path from "node:path";
import { runnerImport } from "vite";
import { LANGUAGES } from "../scripts/languages/list.mjs";
import { texts } from "../scripts/languages/texts-plugin.mjs";

/** `node bench/start.mjs FILE …` runs a TypeScript file, with the texts of the site's code as a build has them. */
const [file] = process.argv.splice(2, 1);
await runnerImport(path.resolve(file), {
  logLevel: "error",
  define: LANGUAGES,
  plugins: [texts()],
});
