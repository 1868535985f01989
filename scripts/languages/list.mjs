import { readdirSync } from "node:fs";

export const BUILT = "build/languages";

export const listLanguages = () =>
  readdirSync("languages").flatMap((file) =>
    file.endsWith(".po") ? [file.slice(0, -".po".length)] : [],
  );

/** Tells the code which languages there are, for Vite. */
export const LANGUAGES = { __LANGUAGES__: JSON.stringify(listLanguages()) };
