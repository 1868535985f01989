import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { secrets, siteTexts as siteTextsTable } from "#db/schema.ts";
import { defaultStory, defaultSudc } from "./default-texts.ts";
import type { SiteNames, SiteTexts, SiteTextsChange } from "./schemas.ts";
import { getSettings } from "./settings.server.ts";

/** The site's own texts: what the database holds, and defaults, the settings' first, for what it does not. */
export function siteTexts(): SiteTexts {
  const settings = getSettings();
  const saved: Partial<SiteTexts> = Object.fromEntries(
    getDb()
      .select()
      .from(siteTextsTable)
      .all()
      .map(({ key, value }) => [key, value]),
  );
  const site_name = saved.site_name ?? settings.SITE_NAME;
  const memorial_name = saved.memorial_name ?? settings.MEMORIAL_NAME;
  return {
    site_name,
    memorial_name,
    memorial_dates: saved.memorial_dates ?? settings.MEMORIAL_DATES,
    contact_email: saved.contact_email ?? settings.CONTACT_EMAIL,
    social_url: saved.social_url ?? settings.SOCIAL_URL ?? "",
    donate_url: saved.donate_url ?? settings.DONATE_URL,
    hero_title: saved.hero_title ?? site_name,
    hero_subtitle:
      saved.hero_subtitle ??
      `For ${memorial_name}, who never once walked past a good stone.`,
    story: saved.story ?? defaultStory(memorial_name),
    sudc: saved.sudc ?? defaultSudc(memorial_name),
  };
}

/** The short ones, which every page needs. */
export function siteNames(): SiteNames {
  const { story: _story, sudc: _sudc, ...names } = siteTexts();
  return names;
}

/** Saves the texts that are named; null takes one back to its default. Gives all as they are then. */
export function saveSiteTexts(changes: SiteTextsChange): SiteTexts {
  getDb().transaction((tx) => {
    for (const [key, value] of Object.entries(changes))
      if (value === null)
        tx.delete(siteTextsTable).where(eq(siteTextsTable.key, key)).run();
      else if (value !== undefined)
        tx.insert(siteTextsTable)
          .values({ key, value })
          .onConflictDoUpdate({ target: siteTextsTable.key, set: { value } })
          .run();
  });
  return siteTexts();
}

/** A key of the site's own, made at its first use and kept in the database. */
export function siteSecret(name: "session" | "form"): string {
  const given = name === "session" ? getSettings().SESSION_SECRET : undefined;
  if (given) return given;
  const db = getDb();
  db.insert(secrets)
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing()
    .run();
  return db.select().from(secrets).where(eq(secrets.name, name)).get()!.value;
}

/** Signs a short value with one of the site's keys; base64url. */
export function sign(name: "session" | "form", value: string) {
  return createHmac("sha256", siteSecret(name))
    .update(value)
    .digest("base64url");
}

export function isSigned(
  name: "session" | "form",
  value: string,
  signature: string,
) {
  const expected = Buffer.from(sign(name, value));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const FORM_MIN_MS = 3_000;
const FORM_MAX_MS = 24 * 3_600_000;

/** The signed time at which a form was given out, to be sent back with it. */
export function issueFormTime(now = Date.now()) {
  return `${now}.${sign("form", String(now))}`;
}

/** Whether a form comes back no sooner than 3 seconds and no later than 24 hours after it was given out. */
export function isFormTimeRight(formTime: string, now = Date.now()) {
  const [given = "", signature = ""] = formTime.split(".");
  if (!isSigned("form", given, signature)) return false;
  const age = now - Number(given);
  return age >= FORM_MIN_MS && age <= FORM_MAX_MS;
}
