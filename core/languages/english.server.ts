import type { I18n, MessageDescriptor } from "@lingui/core";
import { remember } from "../remember.server.ts";
import { speak } from "./catalogues.server.ts";
import { sayIn, setSay, type Said } from "./say.ts";

/** The domain speaks English. An answer to a visitor is translated when it is sent. */

const spoken = remember("english", () => ({
  english: undefined as I18n | undefined,
  /** Messages of schemas, by their English text. */
  texts: new Map<string, MessageDescriptor>(),
}));

export const sayInEnglish = (said: Said) =>
  typeof said === "string"
    ? said
    : sayIn((spoken.english ??= speak("en")), said);

setSay((text) => {
  const english = sayInEnglish(text);
  spoken.texts.set(english, text);
  return english;
});

/** Says a sentence of the domain in another language. One that is for the admin alone stays in English. */
export const translate = (i18n: I18n, said: Said) =>
  sayIn(
    i18n,
    typeof said === "string" ? (spoken.texts.get(said) ?? said) : said,
  );
