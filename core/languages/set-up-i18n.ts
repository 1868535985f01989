import { setupI18n, type I18n, type Messages } from "@lingui/core";

/**
 * How a language's numbers and days are written: with 0–9, as the numbers on the rocks are. Otherwise each browser would
 * decide, and Safari and Node write those of Arabic in different digits.
 */
export const writingOf = (language: string) => `${language}-u-nu-latn`;

export const setUpI18n = (language: string, messages: Messages): I18n =>
  setupI18n({
    locale: language,
    locales: writingOf(language),
    messages: { [language]: messages },
  });
