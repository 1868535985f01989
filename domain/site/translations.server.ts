import { and, eq } from "drizzle-orm";
import { siteTranslations } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import { requireFresh, type IsCurrent } from "../lists/order.server.ts";
import {
  siteLanguage,
  spokenLanguages,
} from "#core/languages/languages.server.ts";
import { versionOf } from "#core/hash.server.ts";
import type { Translation } from "./answers.ts";
import { eachText, TRANSLATED, type TranslationChange } from "./schemas.ts";
import {
  otherLanguages,
  savedTranslation,
  siteTexts,
} from "./site-texts.server.ts";

/** The site's own texts in the other languages that it speaks. */

const listTranslatable = () =>
  spokenLanguages().filter((language) => language !== siteLanguage());

export const listTranslations = (): Translation[] =>
  listTranslatable().map(getTranslation);

function getTranslation(lang: string): Translation {
  const saved = savedTranslation(lang);
  const texts = siteTexts(lang);
  const others = otherLanguages(lang);
  return {
    lang,
    ...eachText((key) => saved[key] ?? ""),
    missing: TRANSLATED.filter(
      (key) => others[key] !== undefined && texts[key].trim() !== "",
    ),
    version: versionOf(TRANSLATED.map((key) => saved[key])),
  };
}

/** null goes back to the original. @throws {DomainError} not_found, conflict */
export function saveTranslation(
  lang: string,
  change: TranslationChange,
  isCurrent: IsCurrent<Translation> = () => true,
): Translation {
  if (!listTranslatable().includes(lang))
    throw new DomainError(
      "not_found",
      "The site's texts are not translated into that language.",
    );
  write((tx) => {
    requireFresh(isCurrent(getTranslation(lang)), "The translations were");
    for (const key of TRANSLATED) {
      const value = change[key];
      if (value === undefined) continue;
      tx.delete(siteTranslations)
        .where(
          and(eq(siteTranslations.lang, lang), eq(siteTranslations.key, key)),
        )
        .run();
      if (value !== null)
        tx.insert(siteTranslations).values({ lang, key, value }).run();
    }
  });
  return getTranslation(lang);
}
