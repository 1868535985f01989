import * as v from "valibot";
import { version } from "#core/answers.ts";
import { described } from "#core/schemas.ts";
import {
  sitePictures,
  TRANSLATED,
  type SitePictureName,
  type TranslatedText,
} from "./schemas.ts";

/** The site's own texts. `story` and `sudc` are Markdown. */
export const SiteTexts = v.strictObject({
  site_name: v.string(),
  memorial_name: v.string(),
  memorial_dates: v.string(),
  contact_email: v.string(),
  social_url: v.string(),
  donate_url: v.string(),
  hero_title: v.string(),
  hero_subtitle: v.string(),
  story: v.string(),
  sudc: v.string(),
  on_this_day: described(
    v.boolean(),
    "Whether the home page shows a find or photo of this day in another year.",
  ),
});
export type SiteTexts = v.InferOutput<typeof SiteTexts>;

/** The languages of those texts that are in another language than was asked for. */
export type OtherLanguages = Partial<Record<TranslatedText, string>>;

export type SiteNames = Omit<SiteTexts, "story" | "sudc" | "on_this_day"> & {
  lang: OtherLanguages;
};

/** The site's texts in one of its other languages; "" where there is no translation. */
export const Translation = v.strictObject({
  lang: v.string(),
  ...v.pick(SiteTexts, TRANSLATED).entries,
  missing: described(
    v.array(v.string()),
    "The texts that visitors read in another language.",
  ),
  version,
});
export type Translation = v.InferOutput<typeof Translation>;

/** Whether a text of the home page is the made-up one that ships. */
export type Examples = Record<"story" | "dates", boolean>;

export const SiteTextsDraft = v.strictObject({ ...SiteTexts.entries, version });
export type SiteTextsDraft = v.InferOutput<typeof SiteTextsDraft>;

export const RenderedText = v.strictObject({ html: v.string() });

export const SitePicture = v.strictObject({
  name: v.picklist(Object.keys(sitePictures) as SitePictureName[]),
  /** Whether the family replaced the one that ships. */
  own: v.boolean(),
  /** Whether the family's own is served already. */
  ready: v.boolean(),
  /** The reason that it could not be made. */
  error: v.nullable(v.string()),
  /** Ends its address; null while the one that ships is served. */
  version: v.nullable(v.string()),
});
export type SitePicture = v.InferOutput<typeof SitePicture>;
