import { and, eq } from "drizzle-orm";
import { siteTranslations } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import {
  siteLanguage,
  spokenLanguages,
} from "#core/languages/languages.server.ts";
import { versionOf } from "#core/version.server.ts";
import type { Translation } from "./answers.ts";
import { TRANSLATED, type TranslationChange } from "./schemas.ts";
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
    site_name: saved.site_name ?? "",
    memorial_name: saved.memorial_name ?? "",
    memorial_dates: saved.memorial_dates ?? "",
    hero_title: saved.hero_title ?? "",
    hero_subtitle: saved.hero_subtitle ?? "",
    story: saved.story ?? "",
    sudc: saved.sudc ?? "",
    missing: TRANSLATED.filter(
      (key) => others[key] !== undefined && texts[key].trim() !== "",
    ),
    version: versionOf(TRANSLATED.map((key) => saved[key])),
  };
}

/**
 * Saves the translations that `change` names; null goes back to the original.
 * @param isCurrent whether the sender has seen them as they are now
 * @throws {DomainError} not_found, conflict
 */
export function saveTranslation(
  lang: string,
  change: TranslationChange,
  isCurrent: (translation: Translation) => boolean = () => true,
): Translation {
  if (!listTranslatable().includes(lang))
    throw new DomainError(
      "not_found",
      "The site's texts are not translated into that language.",
    );
  write((tx) => {
    if (!isCurrent(getTranslation(lang)))
      throw new DomainError(
        "conflict",
        "The translations were changed by someone else meanwhile.",
      );
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
