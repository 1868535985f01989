import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { formatList } from "#app/components/language/lists.ts";
import { countJourneys, countRocks } from "./counts.ts";

/** What `keepsake.js` says. It puts values in for #1 and #2, and chooses among the plural forms of a count. */
export const wordsOfScript = (i18n: I18n) => ({
  pictures: t(i18n)`Pictures`,
  previous: t(i18n)`Previous`,
  next: t(i18n)`Next`,
  close: t(i18n)`Close`,
  place: fill((nth, count) => t(i18n)`${nth} of ${count}`),
  searching: t(i18n)`Searching …`,
  none: t(i18n)`No rock was found.`,
  rock: fill(
    (rock_number, location) => t(i18n)`Rock ${rock_number}: ${location}`,
  ),
  list: fill((...items) => formatList(i18n, items)),
  journeys: formsOf(i18n, (count) => countJourneys(i18n, count)),
  rocks: formsOf(i18n, (count) => countRocks(i18n, count)),
  first: formsOf(
    i18n,
    (count, shown) =>
      t(
        i18n,
      )`${plural(count, { one: `# rock, of which these are the first ${shown}`, other: `# rocks, of which these are the first ${shown}` })}`,
  ),
  closer: t(i18n)`Closer`,
  farther: t(i18n)`Farther`,
});

const fill = (say: (one: string, two: string) => string) => say("#1", "#2");

/** A text with a count in each plural form that whole numbers need. */
function formsOf(i18n: I18n, say: (count: number, shown: string) => string) {
  const rules = new Intl.PluralRules(i18n.locale);
  const forms: Record<string, string> = {};
  for (let count = 0; count < 200; count++)
    forms[rules.select(count)] ??= say(count, "#2").replace(
      i18n.number(count),
      "#1",
    );
  return forms;
}
