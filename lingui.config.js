import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { formatter } from "@lingui/format-po";
import { listLanguages } from "./scripts/languages/list.mjs";

/** Where texts for visitors are. */
const ROOMS = ["app", "core", "domain", "worker"];

const mayHaveTexts = (file) =>
  /\.tsx?$/.test(file) && readFileSync(file, "utf8").includes("@lingui/");

/** Each language is one file in `languages/`. `npm run languages` brings them up to date with the code. */
export default {
  sourceLocale: "en",
  locales: listLanguages(),
  catalogs: [
    {
      path: "languages/{locale}",
      // Only these, because to parse all code takes long.
      include: ROOMS.flatMap((room) =>
        readdirSync(room, { recursive: true })
          .map((file) => path.join(room, file))
          .filter(mayHaveTexts),
      ),
    },
  ],
  format: formatter({ lineNumbers: false }),
};
