import type { I18n } from "@lingui/core";

/** Says a text of `day-texts.ts`. Its name is put together, so it can't be taken out of the code. */
export const sayDay = (
  i18n: I18n,
  name: string,
  values?: Record<string, unknown>,
) => i18n._(name, values);

/** '17 May 2026', as the language writes it. @param day YYYY-MM-DD */
export function formatDay(i18n: I18n, day: string) {
  const [year, month, date] = day.split("-").map(Number);
  return sayDay(i18n, `day.year.${month}`, { day: date, year });
}
