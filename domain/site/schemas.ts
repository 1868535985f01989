import * as v from "valibot";
import { parseUrl } from "#core/parse-url.ts";
import { changeOf, Email, text } from "#core/schemas.ts";
import type { SitePictureName } from "../store/paths.ts";

export const MARKDOWN_MAX = 20_000;

export const MarkdownText = v.object({ text: text("The text", MARKDOWN_MAX) });

const siteAddress = (what: string) =>
  v.pipe(
    text(what, 500),
    v.check(
      (value) =>
        value.trim() === "" ||
        (/^(https:\/\/|mailto:)\S+$/i.test(value.trim()) &&
          parseUrl(value.trim()) !== undefined),
      `${what} must begin with https:// or mailto:.`,
    ),
    v.trim(),
  );

/** For texts that pages need: a blank one restores the default. */
const neverBlank = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.pipe(
    v.string(),
    v.transform((value) => (value.trim() === "" ? null : value)),
    v.nullable(schema),
  );

const words = {
  site_name: text("Site name", 60),
  memorial_name: text("Memorial name", 60),
  memorial_dates: text("Memorial dates", 60),
  hero_title: text("Title", 80),
  hero_subtitle: text("Subtitle", 200),
  story: text("Story", MARKDOWN_MAX),
  sudc: text("SUDC text", MARKDOWN_MAX),
};

export type TranslatedText = keyof typeof words;
export const TRANSLATED = Object.keys(words) as [
  TranslatedText,
  ...TranslatedText[],
];

export const eachText = <T>(make: (key: TranslatedText) => T) =>
  Object.fromEntries(TRANSLATED.map((key) => [key, make(key)])) as Record<
    TranslatedText,
    T
  >;

/** `PUT /api/site/translations/{lang}` takes any of the texts. A blank one goes back to the original. */
export const TranslationChange = changeOf(
  eachText((key) => neverBlank(words[key])),
);
export type TranslationChange = v.InferOutput<typeof TranslationChange>;

/** `PUT /api/site-texts` takes any of the texts. */
export const SiteTextsChange = changeOf({
  site_name: neverBlank(words.site_name),
  memorial_name: neverBlank(words.memorial_name),
  memorial_dates: words.memorial_dates,
  contact_email: neverBlank(Email),
  social_url: siteAddress("Social group"),
  donate_url: neverBlank(siteAddress("Donation page")),
  hero_title: neverBlank(words.hero_title),
  hero_subtitle: words.hero_subtitle,
  story: neverBlank(words.story),
  sudc: neverBlank(words.sudc),
  on_this_day: v.pipe(
    v.union([v.boolean(), v.literal("")], "On this day must be true or false."),
    v.transform((value) => (value === "" ? null : value)),
  ),
});
export type SiteTextsChange = v.InferOutput<typeof SiteTextsChange>;

export const sitePictures = {
  home_bkg: {
    title: "Home picture",
    use: "Behind the title of the home page.",
  },
  rock_bkg: {
    title: "Share Your Rock picture",
    use: "At the top of Share Your Rock.",
  },
  logo: {
    title: "Logo",
    use: "In the navigation of every page. A square works best.",
  },
} as const satisfies Record<SitePictureName, unknown>;
export type { SitePictureName };
