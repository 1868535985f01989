import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";

/** Days are texts, YYYY-MM-DD. `today` comes from the server, so that both sides say the same. */

const DAY_MS = 86_400_000;

/** Says a text of `day-texts.ts`. Its name is put together, so it can't be taken out of the code. */
const say = (i18n: I18n, name: string, values?: Record<string, unknown>) =>
  i18n._(name, values);

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const partsOf = (day: string) => day.split("-").map(Number);

/** '17 May 2026', as the language writes it. */
export function formatDay(i18n: I18n, day: string) {
  const [year, month, date] = partsOf(day);
  return say(i18n, `day.year.${month}`, { day: date, year });
}

/** '9 Nov', or '9 Nov 2025' in another year than today's. */
export function formatShortDay(i18n: I18n, day: string, today: string) {
  const [year, month, date] = partsOf(day);
  return today.startsWith(String(year))
    ? say(i18n, `day.month.${month}`, { day: date })
    : formatDay(i18n, day);
}

const weekdayOf = (i18n: I18n, day: string) =>
  say(i18n, `day.weekday.${new Date(timeOf(day)).getUTCDay()}`);

/** 'today', 'yesterday', 'Thursday', '9 Nov', or '9 Nov 2025' in another year. */
export function describeDay(i18n: I18n, day: string, today: string) {
  const ago = Math.round((timeOf(today) - timeOf(day)) / DAY_MS);
  if (ago <= 0) return t(i18n)`today`;
  if (ago === 1) return t(i18n)`yesterday`;
  if (ago < 7) return weekdayOf(i18n, day);
  return formatShortDay(i18n, day, today);
}

/** '29 November', in the visitor's time zone. Only for the browser: a server's time zone is another. */
export const formatLongDay = ({ locale }: I18n, time: number) =>
  new Date(time).toLocaleDateString(
    locale === "en" ? "en-GB" : `${locale}-u-nu-latn-ca-gregory`,
    { day: "numeric", month: "long" },
  );
