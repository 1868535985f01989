import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { formatDay, sayDay } from "#core/languages/format-day.ts";

export { formatDay };

/** Days are texts, YYYY-MM-DD. `today` comes from the server, so that both sides say the same. */

const DAY_MS = 86_400_000;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** '9 Nov', or '9 Nov 2025' in another year than today's. */
export function formatShortDay(i18n: I18n, day: string, today: string) {
  const [year, month, date] = day.split("-").map(Number);
  return today.startsWith(String(year))
    ? sayDay(i18n, `day.month.${month}`, { day: date })
    : formatDay(i18n, day);
}

const weekdayOf = (i18n: I18n, day: string) =>
  sayDay(i18n, `day.weekday.${new Date(timeOf(day)).getUTCDay()}`);

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
