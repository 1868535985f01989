import { afterEach, expect, test } from "vitest";
import { browserSettings } from "#core/settings/schema.ts";
import { startMailServer } from "#tests/setup/processes/mail-server.ts";
import {
  call,
  forThisTest,
  send,
  setUpSite,
  site,
  type Refused,
} from "#tests/setup/vitest/site.ts";

// It has UPLOAD_LIMITS=off in its environment.
setUpSite();

const PASSWORD = "a-password-of-the-mail-server";
const SMTP_URL = `smtp://rocks:${PASSWORD}@localhost`;
const MAIL_FROM = "Rocks <rocks@example.org>";
const OF_ENVIRONMENT = { value: "off", source: "environment" };
const UNKNOWN = "That is no setting that can be changed in the browser.";
const FIXED = "UPLOAD_LIMITS is set by the environment: change it in .env.";

const read = async () => (await call("GET /api/settings")).body;
const settingOf = async (name: string) =>
  (await read()).find((setting) => setting.name === name);
const change = (settings: object) =>
  call<Refused>("PUT /api/settings", settings);
const stored = () => site.query("SELECT name, value FROM settings");

afterEach(async () => {
  const names = stored() as { name: string }[];
  await change(Object.fromEntries(names.map(({ name }) => [name, null])));
  expect(stored()).toEqual([]);
});

test("each setting says its value, its default and where it comes from", async () => {
  expect((await read()).map(({ name }) => name)).toEqual(browserSettings);
  const changed = await call("PUT /api/settings", { UPLOAD_MAX_MB: "30" });
  expect(changed.body).toEqual(await read());
  const own = { value: "30", default: "25", source: "site", secret: false };
  expect(await settingOf("UPLOAD_MAX_MB")).toMatchObject(own);
  expect(await settingOf("UPLOAD_LIMITS")).toMatchObject(OF_ENVIRONMENT);
  await change({ UPLOAD_MAX_MB: "" });
  const again = { value: "25", source: "default" };
  expect(await settingOf("UPLOAD_MAX_MB")).toMatchObject(again);
  const none = { value: null, default: null };
  expect(await settingOf("DIGEST_TO")).toMatchObject(none);
});

test("after a restart changed settings are in force, but for what the environment sets and what this version doesn't take @soak", async () => {
  await change({ UPLOAD_MAX_MB: "30" });
  site.alter(
    "INSERT INTO settings VALUES ('UPLOAD_LIMITS', '1/1h'), ('BACKUP_KEEP', 'all')",
  );
  await site.restart();
  expect(await settingOf("UPLOAD_MAX_MB")).toMatchObject({ value: "30" });
  expect(await settingOf("UPLOAD_LIMITS")).toMatchObject(OF_ENVIRONMENT);
  site.alter("DELETE FROM settings WHERE name <> 'UPLOAD_MAX_MB'");
});

test.each([
  [
    { UPLOAD_MAX_MB: 30 },
    400,
    "UPLOAD_MAX_MB is 30; it takes a whole number from 1 to 200.",
  ],
  [
    { UPLOAD_LIMIT_TOTAL: "1000" },
    400,
    'UPLOAD_LIMIT_TOTAL is "1000"; it takes off, or limits such as 20/10m 100/1d.',
  ],
  [{ ADMIN_PASSWORD: "12345678" }, 400, UNKNOWN],
  [{ NONE: "12345678" }, 400, UNKNOWN],
  [{ UPLOAD_LIMITS: "1/1h" }, 409, FIXED],
  [{ UPLOAD_LIMITS: null }, 409, FIXED],
  [{ SMTP_URL }, 400, "SMTP_URL is set, so MAIL_FROM must be set too."],
] as const)(
  "%j can't be set, nor anything beside it",
  async (wrong, status, says) => {
    const refused = await change({ BACKUP_KEEP: "3", ...wrong });
    expect(refused.status).toBe(status);
    expect(Object.values(refused.body.fields!)).toEqual([says]);
    expect(stored()).toEqual([]);
  },
);

test("the password of the mail server is in no answer, no page, no log and no event, and a change is recorded once", async () => {
  const count = () =>
    site.count("security_events WHERE what = 'settings-changed'");
  const before = count();
  for (let n = 0; n < 2; n++)
    expect((await change({ SMTP_URL, MAIL_FROM })).status).toBe(200);
  expect(count()).toBe(before + 1);
  // A mail server needs a sender for as long as it is set.
  expect((await change({ MAIL_FROM: null })).status).toBe(400);
  const own = { source: "site", secret: true, is_set: true };
  expect(await settingOf("SMTP_URL")).toMatchObject(own);
  for (const [request, url] of [
    ["GET /api/settings"],
    ["PUT /api/settings", `http://rocks:${PASSWORD}@x`],
    ["POST /api/mail-test", `smtp://a:${PASSWORD}@127.0.0.1:1`],
    ["GET /admin/settings.data"],
    ["GET /api/account/events"],
  ] as const) {
    const answer = await send(request, url && { SMTP_URL: url });
    expect(await answer.text(), request).not.toContain(PASSWORD);
  }
  const events = JSON.stringify(site.query("SELECT * FROM security_events"));
  for (const text of [...site.lines, events])
    expect(text).not.toContain(PASSWORD);
});

test("a mail tries settings that are not saved; what can't be tried is named", async () => {
  const server = await forThisTest(startMailServer());
  const tryMail = (body: object) => call<Refused>("POST /api/mail-test", body);
  const given = { SMTP_URL: server.url, MAIL_FROM, to: "me@example.org" };
  expect((await tryMail(given)).status).toBe(204);
  expect(server.mails).toMatchObject([
    { subject: "A test mail", receivers: ["me@example.org"] },
  ]);
  expect(stored()).toEqual([]);
  expect(await tryMail({})).toMatchObject({
    status: 503,
    body: { fields: { SMTP_URL: "The site has no mail server." } },
  });
  const wrong = { SMTP_URL: "localhost", MAIL_FROM: "Robin", to: "me" };
  expect((await tryMail(wrong)).body.fields).toMatchObject({
    SMTP_URL:
      "SMTP_URL is set to something it can't be; it takes an address that starts with smtp:// or smtps://.",
    to: 'to is "me"; it takes e-mail addresses, 20 at most, with commas between.',
  });
  const many = Array.from({ length: 21 }, (_, n) => `n${n}@example.org`);
  const toMany = { ...given, to: many.join(", ") };
  expect((await tryMail(toMany)).status).toBe(400);
  const unheard = { ...given, SMTP_URL: "smtp://127.0.0.1:1" };
  expect((await tryMail(unheard)).status).toBe(502);
  expect(server.mails).toHaveLength(1);
});
