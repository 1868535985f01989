import { takesOf } from "#core/settings/check.ts";
import type { SettingName } from "#core/settings/schema.ts";

/** A wrong value of each setting. No error may say those with 'hush'. */
const WRONG: Record<SettingName, string> = {
  PORT: "0",
  HOST: " ",
  PUBLIC_URL: "nonsense",
  HSTS_SUBDOMAINS: "on",
  TRUST_PROXY: "yes",
  DATABASE_PATH: " ",
  MEDIA_DIR: "\t",
  REDIS_URL: "http://:hush@localhost",
  ADMIN_USERNAME: " ",
  ADMIN_PASSWORD: "hush-12",
  SESSION_SECRET: "hush",
  ADMIN_SESSION_SURVIVES_RELOAD: "1",
  MODERATION: "maybe",
  UPLOAD_MAX_MB: "25 MB",
  LANGUAGES: "en xx",
  SITE_LANGUAGE: "de ja",
  UPLOAD_LIMITS: "20 per day",
  UPLOAD_LIMIT_TOTAL: "1000",
  UPLOAD_PARALLEL: "8",
  LOGIN_LIMIT: "0/15m",
  TILE_URL: "https://tiles.example.org:{z}/{x}/{y}.png",
  TILE_ATTRIBUTION: " ",
  LOG_LEVEL: "loud",
  SMTP_URL: "http://rocks:hush@localhost",
  MAIL_FROM: "Robin",
  DIGEST_TO: "me@example.org; you@example.org",
  DIGEST_AT: "7 pm",
  BACKUP_DIR: " ",
  BACKUP_EVERY: "daily",
  BACKUP_KEEP: "-1",
  TRASH_DAYS: "4000",
  METRICS_TOKEN: "hush",
  ACCEL_REDIRECT: "store",
  SITE_NAME: "Two\nlines",
  MEMORIAL_NAME: " ",
  MEMORIAL_DATES: " ",
  CONTACT_EMAIL: "somebody",
  DONATE_URL: "sudc.org",
  SOCIAL_URL: "javascript:alert(1)",
};

export type WrongSetting = [name: SettingName, value: string, takes: string];

/** With what the error says that the setting takes. */
export const wrongSettings = Object.entries(WRONG).map(
  ([name, value]): WrongSetting => [
    name as SettingName,
    value,
    takesOf(name as SettingName),
  ],
);
