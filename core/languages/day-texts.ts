import type { Messages } from "@lingui/core";

type Text = Messages[string];

/**
 * A language's forms of days, as texts with the parts of a day in them, by the names `day.month.1`, `day.year.12`,
 * `day.weekday.0`. A browser gets them from the server, because its own may differ, and then hydration would fail.
 */

/** English as the site has always written it: Node's own has 'Sept'. */
const ENGLISH_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(
  " ",
);

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => day);

/** With Western digits, as the numbers on the rocks have. */
const localeOf = (language: string) => `${language}-u-nu-latn-ca-gregory`;

export function dayTexts(language: string): Messages {
  const texts: Messages = {};
  for (const month of MONTHS) {
    texts[`day.month.${month + 1}`] = patternOf(language, month, {
      month: "short",
    });
    texts[`day.year.${month + 1}`] = patternOf(language, month, {
      month: "short",
      year: "numeric",
    });
  }
  const weekdays = new Intl.DateTimeFormat(localeOf(language), {
    weekday: "long",
    timeZone: "UTC",
  });
  // 4 January 1970 was a Sunday.
  for (const day of WEEKDAYS)
    texts[`day.weekday.${day}`] = [weekdays.format(Date.UTC(1970, 0, 4 + day))];
  return texts;
}

function patternOf(
  language: string,
  month: number,
  options: Intl.DateTimeFormatOptions,
): Text {
  if (language === "en")
    return [
      ["day"],
      ` ${ENGLISH_MONTHS[month]}`,
      ...(options.year ? [" ", ["year"]] : []),
    ] as Text;
  return new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    timeZone: "UTC",
    ...options,
  })
    .formatToParts(Date.UTC(2000, month, 15))
    .map(({ type, value }) =>
      type === "day" || type === "year" ? [type] : value,
    ) as Text;
}
