import { expect, test } from "vitest";
import { alter, query, signIn } from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

async function start(env: Record<string, string> = {}) {
  const site = await forThisTest(startSite({ env }));
  return site;
}

const statusOf = async (site: Site, cookie: string) =>
  (await fetch(`${site.baseURL}/api/rocks`, { headers: { cookie } })).status;

const HOUR_MS = 3_600_000;

test("a sign-in ends the session that its browser had before, and no other", async () => {
  const site = await start();
  const other = await signIn(site);
  const before = await signIn(site);
  const post = (password: string) =>
    fetch(`${site.baseURL}/login`, {
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

test("a session ends after 12 hours without a request, and not before, however old it is", async () => {
  const site = await start();
  const cookie = await signIn(site);
  alter(
    site,
    `UPDATE admin_sessions SET created_at = created_at - ${90 * HOUR_MS}, seen_at = seen_at - ${12 * HOUR_MS - 60_000}`,
  );
  expect(await statusOf(site, cookie)).toBe(200);
  // That request has started the 12 hours again.
  alter(site, `UPDATE admin_sessions SET seen_at = seen_at - ${11 * HOUR_MS}`);
  expect(await statusOf(site, cookie)).toBe(200);
  alter(site, `UPDATE admin_sessions SET seen_at = seen_at - ${13 * HOUR_MS}`);
  expect(await statusOf(site, cookie)).toBe(401);
});

test("a restart keeps the sessions; another password or name ends them all", async () => {
  const site = await start();
  let cookie = await signIn(site);
  await site.restart();
  expect(await statusOf(site, cookie)).toBe(200);

  await site.restart({ ADMIN_PASSWORD: "another password" });
  expect(await statusOf(site, cookie)).toBe(401);
  expect(query(site, "SELECT * FROM admin_sessions")).toEqual([]);

  cookie = await signIn(site, "another password");
  await site.restart({ ADMIN_USERNAME: "somebody" });
  expect(await statusOf(site, cookie)).toBe(401);
  // The old password is wrong now, with either name.
  await site.restart({ ADMIN_USERNAME: "admin" });
  await expect(signIn(site)).rejects.toThrow("401");
});

test("without ADMIN_PASSWORD each start has a password of its own, which ends the sessions of the last", async () => {
  const site = await start({ ADMIN_PASSWORD: "" });
  const passwordOf = () =>
    (
      JSON.parse(
        site.lines.findLast((line) =>
          line.includes("ADMIN_PASSWORD is not set"),
        )!,
      ) as { password: string }
    ).password;
  const first = passwordOf();
  const cookie = await signIn(site, first);
  await site.restart();
  expect(passwordOf()).not.toBe(first);
  expect(await statusOf(site, cookie)).toBe(401);
});

test("the database holds no password and no session id, only hashes of them", async () => {
  const site = await start({ ADMIN_PASSWORD: "a password to be found" });
  const cookie = await signIn(site);
  const id = JSON.parse(
    Buffer.from(
      decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!,
      "base64",
    ).toString(),
  ) as string;
  const stored = JSON.stringify([
    query(site, "SELECT * FROM secrets"),
    query(site, "SELECT * FROM admin_sessions"),
  ]);
  expect(stored).not.toContain("a password to be found");
  expect(stored).not.toContain(id);
});
