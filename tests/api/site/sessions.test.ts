import { expect, test } from "vitest";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});

const statusOf = async (site: Site, cookie: string) =>
  (await site.fetch("/api/rocks", { headers: { cookie } })).status;

const HOUR_MS = 3_600_000;

test("a sign-in ends the session that its browser had before, and no other", async () => {
  const other = await site.signIn();
  const before = await site.signIn();
  const post = (password: string) =>
    site.fetch("/login", {
      method: "POST",
      redirect: "manual",
      headers: { cookie: before },
      body: new URLSearchParams({ username: "admin", password }),
    });
  expect((await post("not the password")).status).toBe(401);
  expect(await statusOf(site, before)).toBe(200);
  expect((await post(site.adminPassword)).status).toBe(302);
  expect(await statusOf(site, before)).toBe(401);
  expect(await statusOf(site, other)).toBe(200);
});

test("a session ends after 12 hours without a request, and not before", async () => {
  const cookie = await site.signIn();
  site.alter(
    `UPDATE admin_sessions SET created_at = created_at - ${90 * HOUR_MS}, seen_at = seen_at - ${12 * HOUR_MS - 60_000}`,
  );
  expect(await statusOf(site, cookie)).toBe(200);
  // That request has started the 12 hours again.
  site.alter(`UPDATE admin_sessions SET seen_at = seen_at - ${11 * HOUR_MS}`);
  expect(await statusOf(site, cookie)).toBe(200);
  site.alter(`UPDATE admin_sessions SET seen_at = seen_at - ${13 * HOUR_MS}`);
  expect(await statusOf(site, cookie)).toBe(401);
});

test("a session ends after 30 days, also if it was used all the time, and the next sign-in removes it", async () => {
  const cookie = await site.signIn();
  const age = (ms: number) =>
    site.alter(`UPDATE admin_sessions SET created_at = created_at - ${ms}`);
  age(30 * 24 * HOUR_MS - 60_000);
  expect(await statusOf(site, cookie)).toBe(200);
  age(60_000);
  expect(await statusOf(site, cookie)).toBe(401);
  await site.signIn();
  expect(site.query("SELECT count(*) AS n FROM admin_sessions")).toEqual([
    { n: 1 },
  ]);
});

test("a restart keeps the sessions; another password or name ends them all @soak", async () => {
  const own = await forThisTest(startSite());
  let cookie = await own.signIn();
  await own.restart();
  expect(await statusOf(own, cookie)).toBe(200);

  await own.restart({ ADMIN_PASSWORD: "another password" });
  expect(await statusOf(own, cookie)).toBe(401);
  expect(own.query("SELECT * FROM admin_sessions")).toEqual([]);

  cookie = await own.signIn("another password");
  await own.restart({ ADMIN_USERNAME: "somebody" });
  expect(await statusOf(own, cookie)).toBe(401);
  // The old password is wrong now, with either name.
  await own.restart({ ADMIN_USERNAME: "admin" });
  await expect(own.signIn()).rejects.toThrow("401");
});

test("without ADMIN_PASSWORD each start logs a password of its own once, which ends the sessions of the last @soak", async () => {
  const own = await forThisTest(startSite({ env: { ADMIN_PASSWORD: "" } }));
  const passwords = () =>
    own.lines
      .filter((line) => line.includes("ADMIN_PASSWORD is not set"))
      .map((line) => (JSON.parse(line) as { password: string }).password);
  const [first] = passwords();
  const cookie = await own.signIn(first);
  expect(cookie).toMatch(/^admin=/);
  await own.restart();
  expect(passwords()).toEqual([first, expect.any(String)]);
  expect(passwords()[1]).not.toBe(first);
  expect(await statusOf(own, cookie)).toBe(401);
});

test("the database holds no password and no session id, only hashes of them", async () => {
  const cookie = await site.signIn();
  const id = JSON.parse(
    Buffer.from(
      decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!,
      "base64",
    ).toString(),
  ) as string;
  const stored = JSON.stringify([
    site.query("SELECT * FROM secrets"),
    site.query("SELECT * FROM admin_sessions"),
  ]);
  expect(stored).not.toContain(site.adminPassword);
  expect(stored).not.toContain(id);
});

test("after an update a session may load one page anew, because the open page's scripts are gone, and after a restart none @soak", async () => {
  const own = await forThisTest(startSite());
  const cookie = await own.signIn();
  const load = async () => {
    const answer = await own.fetch("/admin", {
      headers: { cookie, accept: "text/html" },
      redirect: "manual",
    });
    return answer.status;
  };
  await own.kill();
  await own.restart();
  expect(await load()).toBe(302);
  await own.kill();
  own.alter("UPDATE secrets SET value = 'others' WHERE name = 'scripts'");
  await own.restart();
  expect(await load()).toBe(200);
  expect(await load()).toBe(302);
});
