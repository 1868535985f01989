/** Set by the build from the names of the files in `languages/`. Tests in a browser read code that is not built. */
declare const __LANGUAGES__: readonly string[] | undefined;

export const LANGUAGES: readonly string[] =
  typeof __LANGUAGES__ === "undefined" ? ["en"] : __LANGUAGES__;

/** Codes may have blanks or commas between them. */
export const splitCodes = (text: string) =>
  text.split(/[\s,]+/).filter((code) => code !== "");
