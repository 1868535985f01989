import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq, and } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { readSecret } from "#db/secrets.server.ts";
import { write } from "#db/write.server.ts";
import {
  secrets,
  siteTexts as siteTextsTable,
  siteTranslations,
} from "#db/schema.ts";
import { defaultStory, defaultSudc } from "./default-texts.ts";
import { requireFresh, type IsCurrent } from "../lists/order.server.ts";
import {
  siteLanguage,
  spokenLanguages,
} from "#core/languages/languages.server.ts";
import type {
  Examples,
  OtherLanguages,
  SiteNames,
  SiteTexts,
  SiteTextsDraft,
  Translation,
} from "./answers.ts";
import {
  TRANSLATED,
  type SiteTextsChange,
  type TranslatedText,
  eachText,
  type TranslationChange,
} from "./schemas.ts";
import {
  getSettings,
  sourceOf,
  type SettingName,
} from "#core/settings.server.ts";
import { versionOf } from "#core/hash.server.ts";
import { DomainError } from "#core/errors.ts";

type Saved = Partial<Record<keyof SiteTexts, string>>;

export const savedSiteTexts = (): Saved =>
  Object.fromEntries(
    getDb()
      .select()
      .from(siteTextsTable)
      .all()
      .map(({ key, value }) => [key, value]),
  );

const savedTranslation = (
  language: string,
): Partial<Record<TranslatedText, string>> =>
  language === siteLanguage()
    ? {}
    : Object.fromEntries(
        getDb()
          .select()
          .from(siteTranslations)
          .where(eq(siteTranslations.lang, language))
          .all()
          .map(({ key, value }) => [key, value]),
      );

/** A translation, else from the database, else from the settings, else the defaults. */
export function siteTexts(language = siteLanguage()): SiteTexts {
  const settings = getSettings();
  const originals = savedSiteTexts();
  const saved = { ...originals, ...savedTranslation(language) };
  const site_name = saved.site_name ?? settings.SITE_NAME;
  const memorial_name = saved.memorial_name ?? settings.MEMORIAL_NAME;
  return {
    site_name,
    memorial_name,
    memorial_dates:
      saved.memorial_dates ??
      // Made-up dates don't belong beside a child's own name.
      (isGiven("MEMORIAL_DATES") || !isNamed(originals)
        ? settings.MEMORIAL_DATES
        : ""),
    contact_email: saved.contact_email ?? settings.CONTACT_EMAIL,
    social_url: saved.social_url ?? settings.SOCIAL_URL ?? "",
    donate_url: saved.donate_url ?? settings.DONATE_URL,
    hero_title: saved.hero_title ?? site_name,
    hero_subtitle:
      saved.hero_subtitle ??
      `For ${memorial_name}, who never once walked past a good stone.`,
    story: saved.story ?? defaultStory(memorial_name),
    sudc: saved.sudc ?? defaultSudc(memorial_name),
    on_this_day: saved.on_this_day === "true",
  };
}

const isGiven = (name: SettingName) => sourceOf(name) !== "default";

const isNamed = ({ memorial_name }: Saved) =>
  memorial_name !== undefined || isGiven("MEMORIAL_NAME");

/** The settings that are the first values of texts. */
const FIRST_VALUES: Partial<Record<keyof SiteTexts, SettingName>> = {
  site_name: "SITE_NAME",
  memorial_name: "MEMORIAL_NAME",
  memorial_dates: "MEMORIAL_DATES",
  contact_email: "CONTACT_EMAIL",
};

/** Whether a text is the family's own, saved or set, and not the one that ships. */
export const isOwnText = (key: keyof SiteTexts) => {
  const setting = FIRST_VALUES[key];
  return (
    savedSiteTexts()[key] !== undefined ||
    (setting !== undefined && isGiven(setting))
  );
};

export function findExamples(): Examples {
  const saved = savedSiteTexts();
  return {
    story: saved.story === undefined,
    dates:
      !isNamed(saved) &&
      saved.memorial_dates === undefined &&
      !isGiven("MEMORIAL_DATES"),
  };
}

/** The languages of those texts that are in another language. What ships with the site is English. */
function otherLanguages(language: string): OtherLanguages {
  const translated = savedTranslation(language);
  const languageOf = (key: TranslatedText): string => {
    if (translated[key] !== undefined) return language;
    if (isOwnText(key)) return siteLanguage();
    return key === "hero_title" ? languageOf("site_name") : "en";
  };
  return Object.fromEntries(
    TRANSLATED.map((key) => [key, languageOf(key)]).filter(
      ([, own]) => own !== language,
    ),
  );
}

export function siteNames(language = siteLanguage()): SiteNames {
  const {
    story: _story,
    sudc: _sudc,
    on_this_day: _onThisDay,
    ...names
  } = siteTexts(language);
  return { ...names, lang: otherLanguages(language) };
}

export function draftSiteTexts(): SiteTextsDraft {
  const texts = siteTexts();
  return { ...texts, version: versionOf(texts) };
}

/** null restores the default, and so does a blank text that pages need. @returns all texts as they are then */
export function saveSiteTexts(
  changes: SiteTextsChange,
  isCurrent: IsCurrent<SiteTextsDraft> = () => true,
): SiteTextsDraft {
  write((tx) => {
    requireFresh(isCurrent(draftSiteTexts()), "The texts were");
    changeSiteTexts(tx, changes);
  });
  return draftSiteTexts();
}

/** Does the same in a transaction that changes more. */
export function changeSiteTexts(tx: Tx, changes: SiteTextsChange) {
  for (const [key, given] of Object.entries(changes)) {
    if (given === undefined) continue;
    if (given === null) {
      tx.delete(siteTextsTable).where(eq(siteTextsTable.key, key)).run();
      continue;
    }
    saveText(tx, key, String(given));
  }
}

export const saveText = (tx: Tx, key: string, value: string) =>
  void tx
    .insert(siteTextsTable)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteTextsTable.key, set: { value } })
    .run();

const KEYS = ["session", "form", "review"] as const;
type KeyName = (typeof KEYS)[number];

/** A key of the site's own, from the settings or the database. It is made at its first use. */
export function siteSecret(name: KeyName): string {
  const given = name === "session" ? getSettings().SESSION_SECRET : undefined;
  const there = given ?? readSecret(name);
  if (there !== undefined) return there;
  getDb()
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing()
    .run();
  return readSecret(name)!;
}

/** Makes the keys that are missing, so that no page has to write when it needs one. */
export const prepareSecrets = () => KEYS.forEach(siteSecret);

export function sign(name: KeyName, value: string) {
  return createHmac("sha256", siteSecret(name))
    .update(value)
    .digest("base64url");
}

export function isSigned(name: KeyName, value: string, signature: string) {
  const expected = Buffer.from(sign(name, value));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const FORM_MIN_MS = 3_000;
const FORM_MAX_MS = 24 * 3_600_000;

/** The signed time at which a form was shown. The form sends it back. */
export function issueFormTime(now = Date.now()) {
  return `${now}.${sign("form", String(now))}`;
}

/** Whether a form comes back between 3 seconds and 24 hours after it was shown. */
export function isFormTimeRight(formTime: string, now = Date.now()) {
  const [given = "", signature = ""] = formTime.split(".");
  if (!isSigned("form", given, signature)) return false;
  const age = now - Number(given);
  return age >= FORM_MIN_MS && age <= FORM_MAX_MS;
}

/** The site's own texts in the other languages that it speaks. */

const listTranslatable = () =>
  spokenLanguages().filter((language) => language !== siteLanguage());

export const listTranslations = (): Translation[] =>
  listTranslatable().map(getTranslation);

function getTranslation(lang: string): Translation {
  const saved = savedTranslation(lang);
  const texts = siteTexts(lang);
  const others = otherLanguages(lang);
  return {
    lang,
    ...eachText((key) => saved[key] ?? ""),
    missing: TRANSLATED.filter(
      (key) => others[key] !== undefined && texts[key].trim() !== "",
    ),
    version: versionOf(TRANSLATED.map((key) => saved[key])),
  };
}

/** null goes back to the original. */
export function saveTranslation(
  lang: string,
  change: TranslationChange,
  isCurrent: IsCurrent<Translation> = () => true,
): Translation {
  if (!listTranslatable().includes(lang))
    throw new DomainError(
      "not_found",
      "The site's texts are not translated into that language.",
    );
  write((tx) => {
    requireFresh(isCurrent(getTranslation(lang)), "The translations were");
    for (const key of TRANSLATED) {
      const value = change[key];
      if (value === undefined) continue;
      tx.delete(siteTranslations)
        .where(
          and(eq(siteTranslations.lang, lang), eq(siteTranslations.key, key)),
        )
        .run();
      if (value !== null)
        tx.insert(siteTranslations).values({ lang, key, value }).run();
    }
  });
  return getTranslation(lang);
}
