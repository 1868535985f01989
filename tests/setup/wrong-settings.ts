import type { SettingName } from "#core/settings/schema.ts";

const TEXT = "a line of text";
const WEB = "an address that starts with http:// or https://";
const LIMITS = "off, or limits such as 20/10m 100/1d";

export type WrongSetting = [name: SettingName, value: string, takes: string];

/** A wrong value of each setting, and what the error says that the setting accepts. */
export const wrongSettings: WrongSetting[] = [
  ["PORT", "0", "a whole number from 1 to 65535"],
  ["HOST", " ", TEXT],
  [
    "PUBLIC_URL",
    "nonsense",
    "an address without a path, such as https://rocks.example.org",
  ],
  ["HSTS_SUBDOMAINS", "on", "true or false"],
  ["TRUST_PROXY", "yes", "true or false"],
  ["DATABASE_PATH", " ", TEXT],
  ["MEDIA_DIR", "\t", TEXT],
  [
    "REDIS_URL",
    "http://:hush@localhost",
    "an address that starts with redis:// or rediss://",
  ],
  ["ADMIN_USERNAME", " ", TEXT],
  ["ADMIN_PASSWORD", "hush-12", "at least 8 characters"],
  ["SESSION_SECRET", "hush", "at least 16 characters"],
  ["ADMIN_SESSION_SURVIVES_RELOAD", "1", "true or false"],
  ["MODERATION", "maybe", "on or off"],
  ["UPLOAD_MAX_MB", "25 MB", "a whole number from 1 to 200"],
  [
    "LANGUAGES",
    "en xx",
    "codes of languages that the site has, such as en de ja",
  ],
  [
    "SITE_LANGUAGE",
    "de ja",
    "the code of a language that the site has, such as de",
  ],
  ["UPLOAD_LIMITS", "20 per day", LIMITS],
  ["UPLOAD_LIMIT_TOTAL", "1000", LIMITS],
  [
    "UPLOAD_PARALLEL",
    "8",
    "how many from one address and how many in all, such as 8/32, from 1 to 9999 and the first not above the second",
  ],
  ["LOGIN_LIMIT", "0/15m", LIMITS],
  [
    "TILE_URL",
    "https://tiles.example.org:{z}/{x}/{y}.png",
    "a tile address with {z}, {x} and {y} in its path, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png",
  ],
  ["TILE_ATTRIBUTION", " ", TEXT],
  ["LOG_LEVEL", "loud", "debug, info, warn or error"],
  [
    "SMTP_URL",
    "http://rocks:hush@localhost",
    "an address that starts with smtp:// or smtps://",
  ],
  [
    "MAIL_FROM",
    "Robin",
    "an e-mail address, with a name or without: Robin’s Rocks <rocks@example.org>",
  ],
  [
    "DIGEST_TO",
    "me@example.org; you@example.org",
    "e-mail addresses, 20 at most, with commas between",
  ],
  ["DIGEST_AT", "7 pm", "a time of the day from 00:00 to 23:59"],
  ["BACKUP_DIR", " ", TEXT],
  [
    "BACKUP_EVERY",
    "daily",
    "a span of minutes, hours or days, such as 30m, 6h or 1d",
  ],
  ["BACKUP_KEEP", "-1", "a whole number from 1 to 1000"],
  ["TRASH_DAYS", "4000", "a whole number from 0 to 3650"],
  ["METRICS_TOKEN", "hush", "at least 16 characters"],
  ["ACCEL_REDIRECT", "store", "a path such as /store/"],
  ["SITE_NAME", "Two\nlines", TEXT],
  ["MEMORIAL_NAME", " ", TEXT],
  ["MEMORIAL_DATES", " ", TEXT],
  ["CONTACT_EMAIL", "somebody", "an e-mail address"],
  ["DONATE_URL", "sudc.org", WEB],
  ["SOCIAL_URL", "javascript:alert(1)", WEB],
];
