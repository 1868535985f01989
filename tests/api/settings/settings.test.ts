import { expect, test } from "vitest";
import { browserSettings } from "#core/settings/schema.ts";
import { readSettings } from "#core/settings.server.ts";
import {
  ageConfirmations,
  listEvents,
} from "#tests/setup/calls/account-calls.ts";
import { wrongSettings } from "#tests/setup/wrong-settings.ts";
import {
  call,
  send,
  setUpSite,
  site,
  type Refused,
} from "#tests/setup/vitest/site.ts";

const fixed = { MODERATION: "off", TRASH_DAYS: "7" };
setUpSite({ env: { ...fixed, PUBLIC_URL: "" } });

const PASSWORD = "a-password-of-the-mail-server";
const SMTP_URL = `smtp://rocks:${PASSWORD}@localhost`;

const read = async () => (await call("GET /api/settings")).body;
const settingOf = async (name: string) =>
  (await read()).find((setting) => setting.name === name);
const change = (settings: object) =>
  call<Refused>("PUT /api/settings", settings);
const stored = () =>
  site.query("SELECT name, value FROM settings ORDER BY name");

test("each setting says its value, its default and where it comes from", async () => {
  expect((await read()).map(({ name }) => name)).toEqual(browserSettings);
  expect(await settingOf("UPLOAD_MAX_MB")).toEqual({
    name: "UPLOAD_MAX_MB",
    value: "25",
    default: "25",
    source: "default",
    secret: false,
  });
  expect(await settingOf("MODERATION")).toEqual({
    name: "MODERATION",
    value: "off",
    default: "on",
    source: "environment",
    secret: false,
  });
  expect(await settingOf("DIGEST_TO")).toMatchObject({
    value: null,
    default: null,
  });
  const own = `http://localhost:${new URL(site.baseURL).port}`;
  expect(await settingOf("PUBLIC_URL")).toMatchObject({
    value: own,
    default: own,
  });
});

test("a changed setting is the site's own, outlives a restart, and goes back to its default @soak", async () => {
  const { status, body } = await call("PUT /api/settings", {
    UPLOAD_MAX_MB: "30",
    BACKUP_KEEP: "3",
  });
  expect(status).toBe(200);
  expect(body).toEqual(await read());
  const changed = { value: "30", default: "25", source: "site" };
  expect(await settingOf("UPLOAD_MAX_MB")).toMatchObject(changed);
  await site.restart();
  expect(await settingOf("UPLOAD_MAX_MB")).toMatchObject(changed);
  await change({ UPLOAD_MAX_MB: null, BACKUP_KEEP: "" });
  expect(await settingOf("UPLOAD_MAX_MB")).toMatchObject({
    value: "25",
    source: "default",
  });
  expect(stored()).toEqual([]);
});

test.each(
  wrongSettings.filter(
    ([name]) => browserSettings.includes(name) && !(name in fixed),
  ),
)(
  "%s=%j is refused in the words of the start, and nothing is changed",
  async (name, value) => {
    let words = "";
    try {
      readSettings({ [name]: value });
    } catch (error) {
      words = (error as Error).message;
    }
    const { status, body } = await change({
      UPLOAD_MAX_MB: "30",
      [name]: value,
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: words, fields: { [name]: words } },
    });
    expect(stored()).toEqual([]);
  },
);

test("what is no text, or no setting that can be changed here, is refused too", async () => {
  expect(await change({ UPLOAD_MAX_MB: 30 })).toMatchObject({
    status: 400,
    body: {
      fields: {
        UPLOAD_MAX_MB:
          "UPLOAD_MAX_MB is 30; it takes a whole number from 1 to 200.",
      },
    },
  });
  for (const name of ["PORT", "ADMIN_PASSWORD", "NONE"])
    expect(
      await change({ BACKUP_KEEP: "3", [name]: "12345678" }),
    ).toMatchObject({
      status: 400,
      body: {
        fields: {
          [name]: "That is no setting that can be changed in the browser.",
        },
      },
    });
  expect(stored()).toEqual([]);
});

test("what the environment sets can't be changed, and neither can anything beside it", async () => {
  for (const value of ["on", null]) {
    const { status, body } = await change({
      UPLOAD_MAX_MB: "30",
      MODERATION: value,
    });
    expect(status).toBe(409);
    expect(body.fields).toEqual({
      MODERATION: "MODERATION is set by the environment: change it in .env.",
    });
  }
  expect(stored()).toEqual([]);
  // It wins over what was set before, too.
  site.alter("INSERT INTO settings VALUES ('TRASH_DAYS', '1')");
  await site.restart();
  expect(await settingOf("TRASH_DAYS")).toMatchObject({
    value: "7",
    source: "environment",
  });
  site.alter("DELETE FROM settings");
  await site.restart();
});

test("a value in the database that this version doesn't take never stops a start @soak", async () => {
  site.alter("INSERT INTO settings VALUES ('BACKUP_KEEP', 'all')");
  await site.restart();
  expect((await call("GET /api/rocks")).status).toBe(200);
  site.alter("DELETE FROM settings");
  await site.restart();
});

test("a mail server needs a sender, and a sender needs no receiver of a daily mail", async () => {
  const fields = {
    MAIL_FROM: "SMTP_URL is set, so MAIL_FROM must be set too.",
  };
  expect(await change({ SMTP_URL })).toMatchObject({
    status: 400,
    body: { fields },
  });
  const whole = { SMTP_URL, MAIL_FROM: "rocks@example.org" };
  expect((await change(whole)).status).toBe(200);
  expect(await change({ MAIL_FROM: null })).toMatchObject({
    status: 400,
    body: { fields },
  });
  expect((await change({ SMTP_URL: null, MAIL_FROM: null })).status).toBe(200);
});

test("the password of the mail server is in no answer, no page, no log and no event", async () => {
  await change({ SMTP_URL, MAIL_FROM: "rocks@example.org" });
  expect(await settingOf("SMTP_URL")).toEqual({
    name: "SMTP_URL",
    default: null,
    source: "site",
    secret: true,
    is_set: true,
  });
  const answers = await Promise.all(
    [
      send("GET /api/settings"),
      send("PUT /api/settings", { SMTP_URL: `http://rocks:${PASSWORD}@x` }),
      send("POST /api/mail-test", {
        SMTP_URL: `smtp://a:${PASSWORD}@127.0.0.1:1`,
      }),
      send("GET /admin/settings.data"),
      send("GET /api/account/events"),
      send("GET /metrics"),
    ].map(async (answer) => (await answer).text()),
  );
  const events = JSON.stringify(site.query("SELECT * FROM security_events"));
  for (const text of [...answers, ...site.lines, events])
    expect(text).not.toContain(PASSWORD);
  await change({ SMTP_URL: null, MAIL_FROM: null });
});

test("a change asks for the password again, and is recorded once", async () => {
  await site.signIn();
  const count = () =>
    listEvents(site).filter(({ what }) => what === "settings-changed").length;
  const before = count();
  await change({ BACKUP_KEEP: "5" });
  await change({ BACKUP_KEEP: "5" });
  expect(count()).toBe(before + 1);
  ageConfirmations(site);
  expect(await change({ BACKUP_KEEP: "6" })).toMatchObject({
    status: 403,
    body: { fields: { password: expect.any(String) as string } },
  });
  expect(await settingOf("BACKUP_KEEP")).toMatchObject({ value: "5" });
});
