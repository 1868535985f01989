import { mkdtempSync, readdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { snapshotName } from "#domain/backup/snapshots.server.ts";
import { browserSettings, type SettingName } from "#core/settings/schema.ts";
import { postLogin } from "#tests/setup/calls/account-calls.ts";
import { readFind } from "#tests/setup/calls/find-calls.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { createUpload } from "#tests/setup/calls/uploads/tus-calls.ts";
import {
  startMailServer,
  type MailServer,
} from "#tests/setup/processes/mail-server.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  cookie,
  get,
  send,
  setUpSite,
  site,
  statusAt,
  statusOf,
  textAt as page,
} from "#tests/setup/vitest/site.ts";

const backups = mkdtempSync(path.join(tmpdir(), "painted-rocks-backups-"));
setUpSite({ env: { PUBLIC_URL: "", BACKUP_DIR: backups } });

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  return () => server.stop();
});
beforeEach(async () => {
  await change(Object.fromEntries(browserSettings.map((name) => [name, null])));
  server.mails.length = 0;
});

async function change(settings: Record<string, string | null>) {
  expect(await statusOf("PUT /api/settings", settings)).toBe(200);
}

const sendFind = async () => (await site.sendFind()).status;

const listBackups = () =>
  readdirSync(backups)
    .filter((name) => /^\d/.test(name))
    .sort();

let aged = 0;
/** Has the site think that its only backup was made ten minutes ago, and returns its name. */
async function ageBackup() {
  const newest = await until(() =>
    site.count("reports WHERE name = 'backup'") > 0
      ? listBackups().at(-1)
      : undefined,
  );
  const age = snapshotName(Date.now() - 600_000 + 1000 * aged++);
  renameSync(path.join(backups, newest), path.join(backups, age));
  return age;
}

const announce = async (bytes: number) =>
  (await createUpload(site, bytes)).status;

const signInWrongly = async () =>
  (await postLogin(site, { username: "admin", password: "wrong" })).status;

const setUpMail = () =>
  change({ SMTP_URL: server.url, MAIL_FROM: "rocks@example.org" });
const sendTestMail = (to?: string) => statusOf("POST /api/mail-test", { to });

async function limitsFinds(name: SettingName) {
  expect(await sendFind()).toBe(201);
  await change({ [name]: "1/1h" });
  expect(await sendFind()).toBe(429);
  await change({ [name]: "off" });
  expect(await sendFind()).toBe(201);
}

/** What shows that each setting does what it says. Each begins with a site on which none is set. */
const CHECKS: Record<string, () => Promise<void>> = {
  async PUBLIC_URL() {
    const own = "https://rocks.example.org";
    const expectOn = async (text: string) => {
      for (const address of ["/", "/feed.xml", "/sitemap.xml", "/robots.txt"])
        expect(await page(address), address).toContain(text);
    };
    await expectOn(`http://localhost:${new URL(site.baseURL).port}`);
    await change({ PUBLIC_URL: own });
    await expectOn(own);
    const right = { username: "admin", password: site.adminPassword };
    const { cookies } = await postLogin(site, right, { Origin: own });
    expect(cookies[0]).toMatch(/^__Host-admin=.*Secure/);
    // A session that began before goes on.
    expect((await call("GET /api/settings")).status).toBe(200);
  },

  async SOCIAL_URL() {
    const [ours, other] = ["https://example.org/a", "https://example.org/b"];
    await call("PUT /api/site-texts", { social_url: ours });
    expect(await page("/")).toContain(ours);
    await change({ SOCIAL_URL: other });
    const now = await page("/");
    expect(now).toContain(other);
    expect(now).not.toContain(ours);
  },

  async MODERATION() {
    const shown = async () =>
      (await call("GET /api/rock-posts/214")).body.length;
    const before = await shown();
    await sendFind();
    expect(await shown()).toBe(before);
    await change({ MODERATION: "off" });
    await sendFind();
    expect(await shown()).toBe(before + 1);
  },

  async UPLOAD_MAX_MB() {
    expect(await announce(2_000_000)).toBe(201);
    await change({ UPLOAD_MAX_MB: "1" });
    expect(await announce(2_000_000)).toBe(413);
    expect(await page("/share-your-rock")).toMatch(/imageMbMax\\*",1\b/);
  },

  UPLOAD_LIMITS: () => limitsFinds("UPLOAD_LIMITS"),
  UPLOAD_LIMIT_TOTAL: () => limitsFinds("UPLOAD_LIMIT_TOTAL"),

  async UPLOAD_PARALLEL() {
    await change({ UPLOAD_PARALLEL: "1/1" });
    const held = await beginUpload();
    expect(await sendFind()).toBe(429);
    await change({ UPLOAD_PARALLEL: "2/2" });
    expect(await sendFind()).toBe(201);
    await held.finish();
  },

  async LOGIN_LIMIT() {
    expect(await signInWrongly()).toBe(401);
    await change({ LOGIN_LIMIT: "1/1h" });
    expect(await signInWrongly()).toBe(429);
    await change({ LOGIN_LIMIT: "off" });
    expect(await signInWrongly()).toBe(401);
  },

  async TILE_URL() {
    await page("/map");
    const origin = "https://tiles.example.org";
    await change({ TILE_URL: `${origin}/{z}/{x}/{y}.png` });
    const policy = (await get("/map")).headers.get("content-security-policy");
    expect(policy).toContain(`blob: data: ${origin};`);
    expect(await page("/map")).toContain(`${origin}/{z}`);
  },

  async TILE_ATTRIBUTION() {
    await page("/map");
    await change({ TILE_ATTRIBUTION: "Drawn by the neighbours" });
    expect(await page("/map")).toContain("Drawn by the neighbours");
  },

  async SMTP_URL() {
    expect(await sendTestMail("me@example.org")).toBe(503);
    await setUpMail();
    expect(await sendTestMail("me@example.org")).toBe(204);
    expect(server.mails[0]).toMatchObject({ receivers: ["me@example.org"] });
  },

  async MAIL_FROM() {
    await setUpMail();
    await change({ MAIL_FROM: "Wren <wren@example.org>" });
    await sendTestMail("me@example.org");
    expect(server.mails[0]!.from).toMatchObject({ name: "Wren" });
  },

  async DIGEST_TO() {
    await setUpMail();
    await sendTestMail();
    await change({ DIGEST_TO: "me@example.org, you@example.org" });
    await sendTestMail();
    // A daily mail may be due as well.
    const tests = server.mails.filter(({ subject }) => /test/.test(subject!));
    expect(tests.map(({ receivers }) => receivers)).toEqual([
      ["rocks@example.org"],
      ["me@example.org", "you@example.org"],
    ]);
  },

  async DIGEST_AT() {
    await sendFind();
    await setUpMail();
    // Not due before tomorrow's minute, whatever the time is now.
    const later = new Date(Date.now() + 60_000).toTimeString().slice(0, 5);
    site.alter("DELETE FROM outbox");
    await change({ DIGEST_TO: "me@example.org", DIGEST_AT: later });
    expect(server.mails).toEqual([]);
    await change({ DIGEST_AT: new Date().toTimeString().slice(0, 5) });
    const mail = await until(() => server.mails[0]);
    expect(mail.subject).toMatch(/waiting$/);
  },

  async BACKUP_EVERY() {
    const old = await ageBackup();
    await change({ BACKUP_EVERY: "2m" });
    await until(() => listBackups().at(-1)! > old);
  },

  async BACKUP_KEEP() {
    await change({ BACKUP_KEEP: "1" });
    const old = await ageBackup();
    await change({ BACKUP_EVERY: "3m" });
    await until(() => listBackups().every((name) => name > old));
  },

  async TRASH_DAYS() {
    const trashed = async () => (await call("GET /api/trash")).body.length;
    for (const days of [null, "0"]) {
      await change({ TRASH_DAYS: days });
      const { uuid } = await site.addFind();
      const { rps_key } = await readFind(uuid);
      const { headers } = await send(`DELETE /api/journey-admin/${rps_key}`);
      expect(headers.has("trash-key")).toBe(days === null);
      expect(await trashed()).toBe(1);
    }
  },

  async LANGUAGES() {
    const inGerman = { Cookie: "lang=de" };
    expect(await page("/", inGerman)).toContain('<html lang="de"');
    await change({ LANGUAGES: "en ja" });
    const now = await page("/", inGerman);
    expect(now).toContain('<html lang="en"');
    expect(now).toContain("/?lang=ja");
    expect(now).not.toContain("/?lang=de");
  },

  async SITE_LANGUAGE() {
    const inAny = { "Accept-Language": "*" };
    expect(await page("/", inAny)).toContain('<html lang="en"');
    await change({ SITE_LANGUAGE: "de" });
    expect(await page("/", inAny)).toContain('<html lang="de"');
    expect(await page("/?lang=fr")).toContain('lang="de"');
  },

  async ADMIN_SESSION_SURVIVES_RELOAD() {
    const reload = () =>
      statusAt("/admin/trash", { cookie, Accept: "text/html" });
    site.alter("UPDATE admin_sessions SET document_until = 0");
    expect(await reload()).toBe(302);
    await change({ ADMIN_SESSION_SURVIVES_RELOAD: "true" });
    expect(await reload()).toBe(200);
  },
};

describe("a setting that is changed is in force without a restart:", () => {
  test("every setting has a check", () => {
    expect(Object.keys(CHECKS).sort()).toEqual(browserSettings.toSorted());
  });

  test.each(Object.keys(CHECKS))("%s", async (name) => {
    await CHECKS[name]!();
  });
});
