import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandLine, readSettings } from "#core/settings.server.ts";
import { tileOrigin } from "#core/settings/kinds.ts";
import {
  settingNames,
  takesOf,
  type SettingName,
} from "#core/settings/schema.ts";
import { startSite } from "../setup/processes/site.ts";

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
  DONATE_URL: "sudc",
  SOCIAL_URL: "javascript:alert(1)",
};

const wrongSettings = Object.entries(WRONG) as [SettingName, string][];

test("a wrong value is known of every setting that there is", () => {
  expect(Object.keys(WRONG).sort()).toEqual(settingNames.toSorted());
});

const sentenceFor = (name: SettingName, value: string) =>
  `${name} is ${value.includes("hush") ? "set to something it can't be" : JSON.stringify(value)}; it takes ${takesOf(name)}.`;

test.each(wrongSettings)(
  "%s=%j is refused with one sentence",
  (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new Error(sentenceFor(name, value)),
    );
  },
);

test.each([
  ["PUBLIC_URL", "rocks.example.org", "https://rocks.example.org"],
  ["PUBLIC_URL", "localhost:3000", "https://localhost:3000"],
  ["PUBLIC_URL", "//rocks.example.org/", "https://rocks.example.org/"],
  ["SOCIAL_URL", "example.org/rocks", "https://example.org/rocks"],
  ["DONATE_URL", "sudc.org", "https://sudc.org"],
] as const)(
  "the refusal of %s=%s says that the scheme lacks",
  (name, value, whole) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      `${name} is ${JSON.stringify(value)}; it lacks its scheme: ${whole}; it takes `,
    );
  },
);

test("a wrong setting stops the start with that sentence alone", async () => {
  const { ADMIN_PASSWORD } = WRONG;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["scripts/system/serve.mjs"],
    {
      env: { NODE_ENV: "test", PATH: process.env.PATH, ADMIN_PASSWORD },
      encoding: "utf8",
    },
  );
  const error = `${sentenceFor("ADMIN_PASSWORD", ADMIN_PASSWORD)}\n`;
  expect([stdout, stderr, status]).toEqual(["", error, 1]);
});

test.each([
  ["PUBLIC_URL", "https://rocks.example.org/path"],
  ["PUBLIC_URL", "ftp://rocks.example.org"],
  ["PUBLIC_URL", "https://me:hush@rocks.example.org"],
  ["UPLOAD_PARALLEL", "0/32"],
  ["UPLOAD_PARALLEL", "33/32"],
  ["ADMIN_PASSWORD", "       "],
  ["UPLOAD_LIMITS", "20/10m,100/1d"],
  ["UPLOAD_LIMITS", "20/10m 0/1d"],
  ["LOGIN_LIMIT", "10/15"],
  ["LOGIN_LIMIT", "10/0m"],
  ["LANGUAGES", ","],
  ["TILE_URL", "tiles"],
  ["TILE_URL", "ftp://tiles.example.org/{z}/{x}/{y}"],
  ["TILE_URL", "https://{z}.example.org/{x}/{y}"],
  ["TILE_URL", "https://tiles.example.org;script-src *;/{z}/{x}/{y}"],
  ["TILE_URL", "https://me@tiles.example.org/{z}/{x}/{y}"],
  ["TILE_URL", "https://tiles.example.org:99999/{z}/{x}/{y}"],
  ["TILE_URL", "https://tiles.example.org/{z}/{x}/{y}?key={key}"],
  ["TILE_URL", "https://tiles.example.org/{z}/{x}/{y}{"],
  ["PORT", "65536"],
  ["SMTP_URL", "smtp://"],
  ["SMTP_URL", "not a url"],
  ["SMTP_URL", "smtp://mail.example.org:99999"],
  ["MAIL_FROM", "Robin <rocks@example.org>\nBcc: a@example.org"],
  ["MAIL_FROM", "Robin <rocks>"],
  ["DIGEST_TO", "me@example.org,"],
  ["DIGEST_AT", "24:00"],
])("%s=%j is refused too", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test("a command is named as an operator runs it, with npm or with Docker", () => {
  expect(commandLine("check")).toBe("npm run check");
  expect(commandLine("check", "--from a")).toBe("npm run check -- --from a");
  vi.stubEnv("COMPOSE_SERVICE", "web");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(commandLine("check", "--from a")).toBe(
    "docker compose run --rm web node build/node/check.js --from a",
  );
});

test("a mail server without a sender stops the start, whatever it was set to @soak", async () => {
  const site = startSite({ env: { SMTP_URL: "smtp://localhost" } });
  await expect(site).rejects.toThrow(
    "SMTP_URL is set, so MAIL_FROM must be set too.",
  );
});

test.each([
  ["https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"],
  ["http://{s}.Example.org:81/{z}/{x}/{y}{r}", "http://*.example.org:81"],
])("tiles from %s are allowed from %s", (address, origin) => {
  expect(readSettings({ TILE_URL: address }).TILE_URL).toBe(address);
  expect(tileOrigin(address)).toBe(origin);
});

test("a setting that is empty counts as not set", () => {
  const defaults = readSettings({});
  const empty = Object.fromEntries(wrongSettings.map(([name]) => [name, ""]));
  expect(readSettings(empty)).toEqual(defaults);
  expect(defaults.PUBLIC_URL).toBe("http://localhost:3000");
  expect(defaults.UPLOAD_PARALLEL).toEqual({ each: 8, all: 32 });
});

test("a setting is read as what it means", () => {
  expect(
    readSettings({
      PUBLIC_URL: "https://Rocks.example.org/",
      UPLOAD_PARALLEL: "2/3",
      UPLOAD_LIMITS: "off",
      LOGIN_LIMIT: "5/1m 10/2h",
      LANGUAGES: "en,de, ja",
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
    LANGUAGES: ["en", "de", "ja"],
    ADMIN_PASSWORD: "12345678",
    MAIL_FROM: { name: "Robin’s Rocks", address: "rocks@example.org" },
    DIGEST_TO: ["me@example.org", "you@example.org"],
  });
});
