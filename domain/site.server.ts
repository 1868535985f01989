import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { secrets, siteTexts as siteTextsTable } from "#db/schema.ts";
import type { SiteTexts } from "./schemas.ts";
import { getSettings } from "./settings.server.ts";

/** The site's own texts: what the database holds, and the settings' values for what it does not. */
export function siteTexts(): SiteTexts {
  const settings = getSettings();
  const texts: SiteTexts = {
    site_name: settings.SITE_NAME,
    memorial_name: settings.MEMORIAL_NAME,
    memorial_dates: settings.MEMORIAL_DATES,
    contact_email: settings.CONTACT_EMAIL,
    social_url: settings.SOCIAL_URL ?? "",
    donate_url: settings.DONATE_URL,
  };
  for (const { key, value } of getDb().select().from(siteTextsTable).all())
    if (key in texts) texts[key as keyof SiteTexts] = value;
  return texts;
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
