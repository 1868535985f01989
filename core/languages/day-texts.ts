import type { Messages } from "@lingui/core";

/** English as the site has always written it: Node's own has 'Sept'. */
const ENGLISH_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(
  " ",
);

/**
 * A language's forms of days, as texts with the parts of a day in them, by the names `day.year.1` to `day.year.12`. A
 * browser gets them from the server, because its own may differ, and then hydration would fail.
 */
export const dayTexts = (language: string) =>
  Object.fromEntries(
    ENGLISH_MONTHS.map((name, month) => [
      `day.year.${month + 1}`,
      language === "en"
        ? [["day"], ` ${name} `, ["year"]]
        : patternOf(language, month),
    ]),
  ) as Messages;

/** With Western digits, as the numbers on the rocks have. */
const patternOf = (language: string, month: number) =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
    .formatToParts(Date.UTC(2000, month, 15))
    .map(({ type, value }) =>
      type === "day" || type === "year" ? [type] : value,
    );
