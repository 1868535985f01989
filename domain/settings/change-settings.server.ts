import { eq, sql } from "drizzle-orm";
import { getDb, applySettingsIn } from "#db/client.server.ts";
import { settings, siteTexts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { recordEvent, type Sender } from "../account/security-events.server.ts";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import {
  defaultText,
  describeMissing,
  settingText,
  sourceOf,
} from "#core/settings.server.ts";
import {
  browserSettings,
  settingSchema,
  type SettingName,
} from "#core/settings/schema.ts";
import type { Setting } from "./answers.ts";
import type { SettingsChange } from "./schemas.ts";

/** The settings that can be changed in the browser. Nobody gets to see a secret one again. */
export const listSettings = (): Setting[] =>
  browserSettings.map((name) => {
    const value = settingText(name) ?? null;
    const known = {
      name,
      default: defaultText(name) ?? null,
      source: sourceOf(name),
    };
    return settingSchema[name].secret
      ? { ...known, secret: true, is_set: value !== null }
      : { ...known, secret: false, value };
  });

/** Changes settings, all or none. They are in force at once. */
export function changeSettings(change: SettingsChange, from: Sender) {
  const named = browserSettings.filter((name) => change[name] !== undefined);
  refuseFixed(named);
  refuseIncomplete(change);
  const changed = named.filter((name) => (change[name] || null) !== own(name));
  if (changed.length === 0) return listSettings();
  write((tx) => {
    for (const name of changed) {
      const value = change[name];
      tx.delete(settings).where(eq(settings.name, name)).run();
      if (value) tx.insert(settings).values({ name, value }).run();
    }
    // An address under Site would win over the one that was just entered.
    if (changed.includes("SOCIAL_URL"))
      tx.delete(siteTexts).where(eq(siteTexts.key, "social_url")).run();
    // The mail server may have refused what was changed.
    tx.run(
      sql`UPDATE outbox SET send_after = 0 WHERE kind = 'daily' AND send_after IS NOT NULL`,
    );
    recordEvent(tx, "settings-changed", from);
  });
  log.info("settings were changed", { names: changed });
  applySettingsIn(getDb().$client);
  return listSettings();
}

const own = (name: SettingName) =>
  sourceOf(name) === "site" ? (settingText(name) ?? null) : null;

function refuseFixed(names: SettingName[]) {
  const fixed = names.filter((name) => sourceOf(name) === "environment");
  if (fixed.length === 0) return;
  const fields = Object.fromEntries(
    fixed.map((name) => [
      name,
      `${name} is set by the environment: change it in .env.`,
    ]),
  );
  throw new DomainError("conflict", Object.values(fields)[0]!, { fields });
}

function refuseIncomplete(change: SettingsChange) {
  if (change.SMTP_URL === undefined && change.MAIL_FROM === undefined) return;
  const textOf = (name: SettingName) => {
    const text = change[name];
    return text === undefined ? settingText(name) : text || defaultText(name);
  };
  const fields = describeMissing(textOf);
  if (fields)
    throw new DomainError("bad_input", Object.values(fields)[0]!, { fields });
}
