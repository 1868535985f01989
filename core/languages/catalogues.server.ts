import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { I18n, Messages } from "@lingui/core";
import { remember } from "../remember.server.ts";
import { setUpI18n, writingOf } from "./set-up-i18n.ts";

/** The texts of the languages, which the build has written to `build/languages/`. Each is read when it is first needed. */

export interface PageTexts {
  language: string;
  texts: Messages;
}

const FOLDER = path.resolve("build/languages");

const readJson = (name: string) =>
  JSON.parse(
    readFileSync(path.join(FOLDER, `${name}.json`), "utf8"),
  ) as unknown;

const catalogueOf = (language: string): Messages =>
  remember(`texts of ${language}`, () => ({
    ...(readJson(language) as Messages),
    ...dayTexts(language),
  }));

/** A name for the texts of a language as they are now. */
export const versionOfTexts = (language: string) =>
  remember(`version of ${language}`, () =>
    createHash("sha256")
      .update(JSON.stringify([catalogueOf(language), readPages()]))
      .digest("base64url")
      .slice(0, 8),
  );

/** Says texts in a language. Made for each answer, so that no other answer can change its language. */
export const speak = (language: string): I18n =>
  setUpI18n(language, catalogueOf(language));

type Pages = Record<string, string[] | undefined>;

/** The ids of the texts that a route may show, by its id in Remix. In development, pages are not built. */
const readPages = () =>
  remember("texts of pages", () =>
    import.meta.env.PROD ? (readJson("pages") as Pages) : {},
  );

/**
 * The texts that some routes may show, by their ids in Remix.
 * @param without the id of a route whose texts are there already
 */
export function textsOf(
  language: string,
  routes: string[],
  without?: string,
): Messages {
  if (!import.meta.env.PROD) return catalogueOf(language);
  const key = ["texts", language, ...routes, without].join(" ");
  return remember(key, () => {
    const ids = readPages();
    const there = new Set(without && ids[without]);
    const catalogue = catalogueOf(language);
    const own = routes
      .flatMap((route) => ids[route] ?? [])
      .filter((id) => !there.has(id) && catalogue[id] !== undefined);
    return Object.fromEntries(own.map((id) => [id, catalogue[id]!]));
  });
}

/** English as the site has always written it: Node's own has 'Sept'. */
const ENGLISH_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(
  " ",
);

/**
 * Forms of days, by the names `day.year.1` to `day.year.12`. A browser gets them from the server, because its own may
 * differ, and then hydration would fail.
 */
const dayTexts = (language: string) =>
  Object.fromEntries(
    ENGLISH_MONTHS.map((name, month) => [
      `day.year.${month + 1}`,
      language === "en"
        ? [["day"], ` ${name} `, ["year"]]
        : patternOf(language, month),
    ]),
  ) as Messages;

const patternOf = (language: string, month: number) =>
  new Intl.DateTimeFormat(`${writingOf(language)}-ca-gregory`, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
    .formatToParts(Date.UTC(2000, month, 15))
    .map(({ type, value }) =>
      type === "day" || type === "year" ? [type] : value,
    );
