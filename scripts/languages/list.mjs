import { readdirSync } from "node:fs";

/** The folder into which the build writes the texts. */
export const BUILT = "build/languages";

/** Each language is one file in `languages/`. */
export const listLanguages = () =>
  readdirSync("languages").flatMap((file) =>
    file.endsWith(".po") ? [file.slice(0, -".po".length)] : [],
  );

/** Tells the code which languages there are, for Vite. */
export const LANGUAGES = { __LANGUAGES__: JSON.stringify(listLanguages()) };
