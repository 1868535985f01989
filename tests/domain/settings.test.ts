import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "#domain/core/settings.server.ts";
import { settingNames } from "#domain/core/settings/schema.ts";
import { startSite } from "../setup/processes/site.ts";

const TEXT = "a line of text";
const WEB = "an address that starts with http:// or https://";
const LIMITS = "off, or limits such as 20/10m 100/1d";

/** A wrong value of each setting, and what the error says that the setting accepts. */
const WRONG: [name: string, value: string, takes: string][] = [
  ["PORT", "0", "a whole number from 1 to 65535"],
  ["HOST", " ", TEXT],
  [
    "PUBLIC_URL",
    "nonsense",
    "an address without a path, such as https://rocks.example.org",
  ],
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
  ["UPLOAD_LIMITS", "20 per day", LIMITS],
  ["UPLOAD_LIMIT_TOTAL", "1000", LIMITS],
  [
    "UPLOAD_PARALLEL",
    "8",
    "how many from one address and how many in all, such as 8/32, from 1 to 9999 and the first not above the second",
  ],
  ["LOGIN_LIMIT", "10/15", LIMITS],
  ["TILE_URL", "tiles", "a tile address with {z}, {x} and {y}"],
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
    "e-mail addresses, with commas between",
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

describe("a wrong setting", () => {
  test("is known of every setting that there is", () => {
    expect(WRONG.map(([name]) => name).sort()).toEqual(settingNames.toSorted());
  });

  test.each(WRONG)(
    "%s=%j stops the start with one line",
    async (name, value, takes) => {
      const child = spawn(
        process.execPath,
        [path.resolve("scripts/system/serve.mjs")],
        { env: { NODE_ENV: "test", PATH: process.env.PATH, [name]: value } },
      );
      const [out, error, status] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise((resolve) => child.on("exit", resolve)),
      ]);
      const isSecret = value.includes("hush");
      const got = isSecret
        ? "set to something it can't be"
        : JSON.stringify(value);
      expect({ out, error, status }).toEqual({
        out: "",
        error: `${name} is ${got}; it takes ${takes}.\n`,
        status: 1,
      });
    },
  );

  test.each([
    ["PUBLIC_URL", "https://rocks.example.org/path"],
    ["PUBLIC_URL", "ftp://rocks.example.org"],
    ["PUBLIC_URL", "https://me:hush@rocks.example.org"],
    ["UPLOAD_PARALLEL", "0/32"],
    ["UPLOAD_PARALLEL", "33/32"],
    ["ADMIN_PASSWORD", "       "],
    ["UPLOAD_LIMITS", "20/10m,100/1d"],
    ["PORT", "65536"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "not a url"],
    ["SMTP_URL", "smtp://mail.example.org:99999"],
    ["MAIL_FROM", "Robin <rocks@example.org>\nBcc: a@example.org"],
    ["MAIL_FROM", "Robin <rocks>"],
    ["DIGEST_TO", "me@example.org,"],
    ["DIGEST_AT", "24:00"],
  ])("is %s=%j too", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});

test("a mail server without a sender stops the start, whatever it was set to", async () => {
  const site = startSite({ env: { SMTP_URL: "smtp://localhost" } });
  await expect(site).rejects.toThrow(
    "SMTP_URL is set, so MAIL_FROM must be set too.",
  );
});

describe("a setting", () => {
  test("that is empty counts as not set", () => {
    const defaults = readSettings({});
    const empty = Object.fromEntries(WRONG.map(([name]) => [name, ""]));
    expect(readSettings(empty)).toEqual(defaults);
    expect(defaults.PUBLIC_URL).toBe("http://localhost:3000");
    expect(defaults.UPLOAD_PARALLEL).toEqual({ each: 8, all: 32 });
  });

  test("is read as what it means", () => {
    expect(
      readSettings({
        PUBLIC_URL: "https://Rocks.example.org/",
        UPLOAD_PARALLEL: "2/3",
        UPLOAD_LIMITS: "off",
        LOGIN_LIMIT: "5/1m 10/2h",
        ADMIN_PASSWORD: "12345678",
        MAIL_FROM: "Robin’s Rocks <rocks@example.org>",
        DIGEST_TO: "me@example.org, you@example.org",
      }),
    ).toMatchObject({
      PUBLIC_URL: "https://rocks.example.org",
      UPLOAD_PARALLEL: { each: 2, all: 3 },
      UPLOAD_LIMITS: [],
      LOGIN_LIMIT: [
        { count: 5, ms: 60_000 },
        { count: 10, ms: 7_200_000 },
      ],
      ADMIN_PASSWORD: "12345678",
      MAIL_FROM: { name: "Robin’s Rocks", address: "rocks@example.org" },
      DIGEST_TO: ["me@example.org", "you@example.org"],
    });
  });
});
