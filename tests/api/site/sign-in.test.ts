import { once } from "node:events";
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { SecurityEvent } from "#domain/account/answers.ts";
import {
  countSessions,
  postLogin,
  whatHappened,
} from "#tests/setup/calls/account-calls.ts";
import { printedPasswords } from "#tests/setup/calls/set-up-calls.ts";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { openRequest } from "#tests/setup/calls/open-request.ts";
import {
  call,
  changeSettings,
  cookie,
  get,
  setUpSite,
  site,
  statusAt,
  statusOf,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => changeSettings({ LOGIN_LIMIT: "3/15m" }));

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const HTML = { Accept: "text/html,application/xhtml+xml" };
const HOUR_MS = 3_600_000;

const from = (address: string) => ({
  "X-Forwarded-For": address,
  "User-Agent": PHONE,
});
const right = () => ({ username: "admin", password: site.adminPassword });
const wrong = { username: "admin", password: "a wrong one" };
const statusFrom = async (address: string, fields: Record<string, string>) =>
  (await postLogin(site, fields, from(address))).status;
const isAlive = async (cookie: string) =>
  (await statusAt("/api/rocks", { cookie })) === 200;
const idIn = (cookie: string) =>
  JSON.parse(
    Buffer.from(
      decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!,
      "base64",
    ).toString(),
  ) as string;
const endOthers = () => statusOf("DELETE /api/account/sessions");

describe("a sign-in", () => {
  test("leads to /admin with a strict session cookie, which HTTPS makes secure and bound to the host", async () => {
    const { status, location, cookies } = await postLogin(site, right());
    expect([status, location]).toEqual([302, "/admin"]);
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"])
      expect(cookies[0]).toContain(part);
    expect(cookies[0]).not.toMatch(/Expires|Max-Age|Secure/);
    const https = { "X-Forwarded-Proto": "https" };
    const encrypted = await postLogin(site, right(), https);
    expect(encrypted.cookies[0]).toMatch(/^__Host-admin=.*Secure/);
  });

  test("that is wrong in its name or its password is answered alike, and past the limit only others may try", async () => {
    const at = from("203.0.113.7, 198.51.100.1");
    for (const fields of [{ ...right(), username: "nobody" }, wrong, wrong]) {
      const { status, cookies } = await postLogin(site, fields, at);
      expect([status, cookies]).toEqual([401, []]);
    }
    const past = await postLogin(site, right(), at);
    expect(past.status).toBe(429);
    expect(Number(past.retryAfter)).toBeGreaterThan(0);
    expect(await statusFrom("203.0.113.7, 198.51.100.2", right())).toBe(302);
  });

  test("is limited by its address, whatever port the proxy adds", async () => {
    for (const address of ["192.0.2.7", "[2001:db8:1:2::3]"]) {
      const statuses = [];
      for (let port = 50_001; port <= 50_004; port++)
        statuses.push(await statusFrom(`${address}:${port}`, wrong));
      expect(statuses).toEqual([401, 401, 401, 429]);
      expect(await statusFrom(address.replace(/[[\]]/g, ""), wrong)).toBe(429);
    }
  });

  test("that is right costs no try, however many there are at once, and one without both fields counts for nothing", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => statusFrom("192.0.3.9", right())),
    );
    expect(statuses).toEqual(Array(5).fill(302));
    const nameAlone = { username: "admin" };
    for (const fields of [nameAlone, { ...nameAlone, password: "" }])
      expect(await statusFrom("192.0.5.7", fields)).toBe(400);
  });

  test("ends the session that its browser had before, and no other", async () => {
    const [other, before] = [await site.signIn(), await site.signIn()];
    expect((await postLogin(site, wrong, { cookie: before })).status).toBe(401);
    expect(await isAlive(before)).toBe(true);
    await postLogin(site, right(), { cookie: before });
    expect(await isAlive(before)).toBe(false);
    expect(await isAlive(other)).toBe(true);
  });
});

describe("the list of sessions", () => {
  const list = async () => (await call("GET /api/account/sessions")).body;
  const isOther = ({ is_this }: { is_this: boolean }) => !is_this;
  const enter = async (n: number) =>
    (await postLogin(site, right(), from(`203.0.113.${n}`))).cookie;

  test("says what they were begun with and where, no more exactly than it must, and no idle ones", async () => {
    expect(await endOthers()).toBe(204);
    const other = await enter(77);
    const sessions = await list();
    expect(sessions).toHaveLength(2);
    expect(sessions.find(isOther)).toMatchObject({
      browser: "Safari on an iPhone",
      address_prefix: "203.0.113.0/24",
    });
    const kept = JSON.stringify([
      site.query("SELECT * FROM admin_sessions"),
      site.query("SELECT * FROM security_events"),
    ]);
    expect(kept).not.toMatch(/203\.0\.113\.77|18_1/);
    // The name of a session opens nothing.
    for (const { session_id } of sessions)
      expect(other).not.toContain(session_id);
    site.alter(`UPDATE admin_sessions SET seen_at = seen_at - 46800000
       WHERE created_at = (SELECT max(created_at) FROM admin_sessions)`);
    expect(await list()).toHaveLength(1);
  });

  test("ends them one by one, or all but the own one, and what ends is told", async () => {
    const [one, two] = [await enter(1), await enter(2)];
    const newest = (await list()).find(isOther)!;
    const path = `DELETE /api/account/sessions/${newest.session_id}`;
    expect([await statusOf(path), await statusOf(path)]).toEqual([204, 404]);
    expect([await isAlive(one), await isAlive(two)]).toEqual([true, false]);
    expect(await endOthers()).toBe(204);
    expect([await isAlive(one), await isAlive(cookie)]).toEqual([false, true]);
    expect(countSessions(site)).toBe(1);
    expect(whatHappened(site).slice(0, 2)).toEqual([
      "other-sessions-ended",
      "session-ended",
    ]);
  });

  test("has events beside it, newest first and page by page", async () => {
    site.alter("DELETE FROM security_events");
    const own = { cookie: await enter(5) };
    await postLogin(site, wrong, from("2001:db8:9:2::3"));
    await statusOf("POST /logout", undefined, own);
    const path = "GET /api/account/events";
    const first = await call<SecurityEvent[]>(`${path}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    const second = await call<SecurityEvent[]>(`GET ${next}`);
    expect(second.headers.get("link")).toBeNull();
    expect([...first.body, ...second.body]).toMatchObject([
      { what: "signed-out" },
      {
        what: "sign-in-refused",
        address_prefix: "2001:db8:9::/48",
        browser: "Safari on an iPhone",
        times: 1,
      },
      { what: "signed-in" },
    ]);
  });
});

describe("a session", () => {
  test("has an id of its own, which is only stored hashed and of which no byte may change, and ends with a sign-out", async () => {
    const [one, two] = [await site.signIn(), await site.signIn()];
    expect(idIn(one)).not.toBe(idIn(two));
    const stored = JSON.stringify([
      site.query("SELECT * FROM secrets"),
      site.query("SELECT * FROM admin_sessions"),
    ]);
    for (const secret of [idIn(one), site.adminPassword])
      expect(stored).not.toContain(secret);
    expect(await isAlive(one)).toBe(true);
    const changed = one.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect(await isAlive(changed)).toBe(false);
    await statusOf("POST /logout", undefined, { cookie: one });
    expect([await isAlive(one), await isAlive(two)]).toEqual([false, true]);
  });

  test("ends after 12 hours without a request, and after 30 days in any case; the next sign-in removes it", async () => {
    const own = await site.signIn();
    const age = (column: string, ms: number) =>
      site.alter(`UPDATE admin_sessions SET ${column} = ${column} - ${ms}`);
    age("seen_at", 12 * HOUR_MS - 60_000);
    expect(await isAlive(own)).toBe(true);
    // That request has started the 12 hours again.
    age("seen_at", 11 * HOUR_MS);
    expect(await isAlive(own)).toBe(true);
    age("seen_at", 13 * HOUR_MS);
    expect(await isAlive(own)).toBe(false);

    const used = await site.signIn();
    age("created_at", 30 * 24 * HOUR_MS - 60_000);
    expect(await isAlive(used)).toBe(true);
    age("created_at", 60_000);
    expect(await isAlive(used)).toBe(false);
    await site.signIn();
    expect(countSessions(site)).toBe(1);
  });

  test("outlives a restart, but no other password or name, nor a password that the start makes @soak", async () => {
    await useOwnSite();
    await site.restart();
    expect(await isAlive(cookie)).toBe(true);
    await site.restart({ ADMIN_PASSWORD: "another password" });
    expect(await isAlive(cookie)).toBe(false);
    expect(countSessions(site)).toBe(0);
    const session = await site.signIn("another password");
    await site.restart({ ADMIN_USERNAME: "somebody" });
    expect(await isAlive(session)).toBe(false);
    expect(whatHappened(site)).toContain("credentials-changed");
    // The old password is wrong now, with either name.
    await site.restart({ ADMIN_USERNAME: "admin" });
    await expect(site.signIn()).rejects.toThrow("401");

    await site.restart({ ADMIN_PASSWORD: "" });
    const ofStart = await site.signIn(printedPasswords(site)[0]);
    await site.restart();
    expect(new Set(printedPasswords(site)).size).toBe(2);
    expect(await isAlive(ofStart)).toBe(false);
  });

  test("that has ended changes nothing with a request that began before @soak", async () => {
    const own = { cookie: await site.signIn() };
    await call("POST /api/albums", { name: "sea" }, own);
    const stranger = await site.signIn();
    const form = new Response(await findForm({}, ["plain.png"], "files"));
    const headers = { "Content-Type": "application/json" };
    const user = '{"display_name":"A stranger"}';
    const hold = async (path: string, body: Response) => {
      const bytes = Buffer.from(await body.arrayBuffer());
      const request = openRequest(site, path, bytes.length, {
        cookie: stranger,
        "Content-Type": body.headers.get("content-type")!,
        Expect: "100-continue",
      });
      await once(request.sending, "continue");
      await request.write(bytes.subarray(0, -1));
      return async () => {
        request.finish(bytes.subarray(-1));
        return (await request.answered).statusCode;
      };
    };
    const held = [
      await hold("/api/users", new Response(user, { headers })),
      await hold("/api/albums/sea/upload-images", form),
    ];
    const end = "DELETE /api/account/sessions";
    expect(await statusOf(end, undefined, own)).toBe(204);
    for (const finish of held) expect(await finish()).toBe(401);
    expect(site.count("users WHERE display_name = 'A stranger'")).toBe(0);
    expect(existsSync(site.inStore("albums/sea"))).toBe(false);
  });
});

describe("a document of the admin", () => {
  test("leads to the sign-in, and the session of other tabs goes on", async () => {
    const own = { cookie: await site.signIn() };
    expect(await statusAt("/admin/journey.data", own)).toBe(200);
    const reload = await get("/admin/journey", { ...own, ...HTML });
    expect(reload.status).toBe(302);
    expect(reload.headers.get("location")).toBe("/login");
    expect(reload.headers.get("set-cookie")).toBeNull();
    expect(await statusAt("/login", { ...own, ...HTML })).toBe(200);
    // A prefetch ends nothing either.
    const prefetch = { ...own, ...HTML, "Sec-Purpose": "prefetch" };
    expect(await statusAt("/admin", prefetch)).toBe(503);
    expect(await isAlive(own.cookie)).toBe(true);
    expect(await statusAt("/admin.data", own)).toBe(200);
  });

  test("is let through once after a sign-in without JavaScript", async () => {
    const { cookie } = await postLogin(site, right(), HTML);
    const first = await get("/admin", { cookie, ...HTML });
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(await first.text()).toContain("Dashboard");
    expect(await statusAt("/admin", { cookie, ...HTML })).toBe(302);
    expect(await isAlive(cookie)).toBe(true);
  });

  test("is let through once after an update, because the open page's scripts are gone, and after a restart never @soak", async () => {
    await useOwnSite();
    const load = () => statusAt("/admin", { cookie, ...HTML });
    await site.restart();
    expect(await load()).toBe(302);
    await site.kill();
    site.alter("UPDATE secrets SET value = 'others' WHERE name = 'scripts'");
    await site.restart();
    expect(await load()).toBe(200);
    expect(await load()).toBe(302);
  });
});
