import type { I18n } from "@lingui/core";

/** '17 May 2026', as the language writes it, by one of the `dayTexts`. @param day YYYY-MM-DD */
export function formatDay(i18n: I18n, day: string) {
  const [year, month, date] = day.split("-").map(Number);
  const name = `day.year.${month}`;
  return i18n._(name, { day: date, year });
}
