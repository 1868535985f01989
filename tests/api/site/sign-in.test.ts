import { describe, expect, test } from "vitest";
import type { SecurityEvent } from "#domain/account/answers.ts";
import {
  countSessions,
  listEvents,
  postLogin,
} from "#tests/setup/calls/account-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import {
  call,
  cookie,
  forThisTest,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite({ env: { LOGIN_LIMIT: "3/15m", TRUST_PROXY: "true" } });

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

const get = (path: string, headers: Record<string, string>, of = site) =>
  of.fetch(path, { redirect: "manual", headers });
const statusOf = async (path: string, headers: Record<string, string>) =>
  (await get(path, headers)).status;
const isAlive = async (cookie: string, of?: Site) =>
  (await get("/api/rocks", { cookie }, of)).status === 200;
const idIn = (cookie: string) =>
  JSON.parse(
    Buffer.from(
      decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!,
      "base64",
    ).toString(),
  ) as string;

describe("a sign-in", () => {
  test("leads to /admin with a strict session cookie, which HTTPS makes secure and bound to the host", async () => {
    const answer = await site.fetch("/login", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(right()),
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/admin");
    const set = answer.headers.get("set-cookie")!;
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"])
      expect(set).toContain(part);
    expect(set).not.toMatch(/Expires|Max-Age|Secure/);
    const encrypted = await postLogin(site, right(), {
      "X-Forwarded-Proto": "https",
    });
    expect(encrypted.cookies[0]).toMatch(/^__Host-admin=.*Secure/);
  });

  test("that is wrong in its name or its password is answered alike, and past the limit only others may try", async () => {
    const at = "203.0.113.7, 198.51.100.1";
    const wrongName = { ...right(), username: "nobody" };
    const answers = [
      await postLogin(site, wrongName, from(at)),
      await postLogin(site, wrong, from(at)),
    ];
    for (const { status, cookies } of answers)
      expect([status, cookies]).toEqual([401, []]);
    await postLogin(site, wrong, from(at));
    const past = await postLogin(site, right(), from(at));
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

  test("that is right costs no try, however many there are at once", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => statusFrom("192.0.3.9", right())),
    );
    expect(statuses).toEqual(Array(5).fill(302));
  });

  test("without both fields is refused and counts for nothing", async () => {
    expect(await statusFrom("192.0.5.7", { username: "admin" })).toBe(400);
    const empty = { username: "admin", password: "" };
    expect(await statusFrom("192.0.5.7", empty)).toBe(400);
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
    expect((await send("DELETE /api/account/sessions")).status).toBe(204);
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
    expect(kept).not.toContain("203.0.113.77");
    expect(kept).not.toContain("18_1");
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
    expect((await send(path)).status).toBe(204);
    expect((await send(path)).status).toBe(404);
    expect([await isAlive(one), await isAlive(two)]).toEqual([true, false]);
    expect((await send("DELETE /api/account/sessions")).status).toBe(204);
    expect([await isAlive(one), await isAlive(cookie)]).toEqual([false, true]);
    expect(countSessions(site)).toBe(1);
    expect(
      listEvents(site)
        .slice(0, 2)
        .map(({ what }) => what),
    ).toEqual(["other-sessions-ended", "session-ended"]);
  });

  test("has events beside it, newest first and page by page", async () => {
    site.alter("DELETE FROM security_events");
    const own = await enter(5);
    await postLogin(site, wrong, from("2001:db8:9:2::3"));
    await send("POST /logout", undefined, { cookie: own });
    const path = "GET /api/account/events";
    const first = await call<SecurityEvent[]>(`${path}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    const second = await call<SecurityEvent[]>(`GET ${next}`);
    expect(second.headers.get("link")).toBeNull();
    const events = [...first.body, ...second.body];
    expect(events.map(({ what }) => what)).toEqual([
      "signed-out",
      "sign-in-refused",
      "signed-in",
    ]);
    expect(events[1]).toMatchObject({
      address_prefix: "2001:db8:9::/48",
      browser: "Safari on an iPhone",
      times: 1,
    });
  });
});

describe("a session", () => {
  test("has an id of its own, which is only stored hashed and of which no byte may change", async () => {
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
  });

  test("ends on the server with a sign-out", async () => {
    const own = await site.signIn();
    const left = await send("POST /logout", undefined, { cookie: own });
    expect(left.ok).toBe(true);
    expect(await isAlive(own)).toBe(false);
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

  test("outlives a restart, but no other password or name @soak", async () => {
    const own = await forThisTest(startSite());
    let session = await own.signIn();
    await own.restart();
    expect(await isAlive(session, own)).toBe(true);
    await own.restart({ ADMIN_PASSWORD: "another password" });
    expect(await isAlive(session, own)).toBe(false);
    expect(countSessions(own)).toBe(0);
    session = await own.signIn("another password");
    await own.restart({ ADMIN_USERNAME: "somebody" });
    expect(await isAlive(session, own)).toBe(false);
    expect(listEvents(own).map(({ what }) => what)).toContain(
      "credentials-changed",
    );
    // The old password is wrong now, with either name.
    await own.restart({ ADMIN_USERNAME: "admin" });
    await expect(own.signIn()).rejects.toThrow("401");
  });

  test("of a password that the start makes ends with the next start @soak", async () => {
    const own = await forThisTest(startSite({ env: { ADMIN_PASSWORD: "" } }));
    const passwords = () =>
      own.lines
        .filter((line) => line.includes("ADMIN_PASSWORD is not set"))
        .map((line) => (JSON.parse(line) as { password: string }).password);
    const [first] = passwords();
    const session = await own.signIn(first);
    await own.restart();
    expect(passwords()).toEqual([first, expect.any(String)]);
    expect(passwords()[1]).not.toBe(first);
    expect(await isAlive(session, own)).toBe(false);
  });
});

describe("a document of the admin", () => {
  test("leads to the sign-in, and the session of other tabs goes on", async () => {
    const own = { cookie: await site.signIn() };
    expect(await statusOf("/admin/journey.data", own)).toBe(200);
    const reload = await get("/admin/journey", { ...own, ...HTML });
    expect(reload.status).toBe(302);
    expect(reload.headers.get("location")).toBe("/login");
    expect(reload.headers.get("set-cookie")).toBeNull();
    expect(await statusOf("/login", { ...own, ...HTML })).toBe(200);
    // A prefetch ends nothing either.
    const prefetch = { ...own, ...HTML, "Sec-Purpose": "prefetch" };
    expect(await statusOf("/admin", prefetch)).toBe(503);
    expect(await isAlive(own.cookie)).toBe(true);
    expect(await statusOf("/admin.data", own)).toBe(200);
  });

  test("is let through once after a sign-in without JavaScript", async () => {
    const { cookie } = await postLogin(site, right(), HTML);
    const first = await get("/admin", { cookie, ...HTML });
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(await first.text()).toContain("Dashboard");
    expect(await statusOf("/admin", { cookie, ...HTML })).toBe(302);
    expect(await isAlive(cookie)).toBe(true);
  });

  test("is let through once after an update, because the open page's scripts are gone, and after a restart never @soak", async () => {
    const own = await forThisTest(startSite());
    const cookie = await own.signIn();
    const load = async () =>
      (await get("/admin", { cookie, ...HTML }, own)).status;
    await own.restart();
    expect(await load()).toBe(302);
    await own.kill();
    own.alter("UPDATE secrets SET value = 'others' WHERE name = 'scripts'");
    await own.restart();
    expect(await load()).toBe(200);
    expect(await load()).toBe(302);
  });
});
