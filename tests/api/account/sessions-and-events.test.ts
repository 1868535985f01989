import { describe, expect, test } from "vitest";
import type { SecurityEvent } from "#domain/account/answers.ts";
import {
  countSessions,
  listEvents,
  postLogin,
} from "#tests/setup/calls/account-calls.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  call,
  cookie,
  forThisTest,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite({ env: { LOGIN_LIMIT: "off", TRUST_PROXY: "true" } });

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const from = (address: string, userAgent = PHONE) => ({
  "X-Forwarded-For": address,
  "User-Agent": userAgent,
});
const right = () => ({ username: "admin", password: site.adminPassword });
const wrong = { username: "admin", password: "a wrong one" };

const listSessions = async () => (await call("GET /api/account/sessions")).body;
const isAlive = async (cookie: string) =>
  (await call("GET /api/rocks", undefined, { cookie })).status === 200;

describe("the sessions", () => {
  test("say what they were begun with and where, no more exactly than they must", async () => {
    const other = await postLogin(site, right(), from("203.0.113.77"));
    const sessions = await listSessions();
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ is_this }) => !is_this)).toMatchObject({
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
      expect(other.cookie).not.toContain(session_id);
  });

  test("that are idle for twelve hours are not listed", async () => {
    await postLogin(site, right(), from("203.0.113.78"));
    const before = (await listSessions()).length;
    site.alter(`UPDATE admin_sessions SET seen_at = seen_at - 46800000 WHERE created_at =
        (SELECT max(created_at) FROM admin_sessions)`);
    expect(await listSessions()).toHaveLength(before - 1);
  });

  test("end one by one, or all but the own one, and what ends is told", async () => {
    const one = await postLogin(site, right(), from("203.0.113.1"));
    const two = await postLogin(site, right(), from("203.0.113.2"));
    const [newest] = (await listSessions()).filter(({ is_this }) => !is_this);
    const path = `/api/account/sessions/${newest!.session_id}`;
    expect((await call(`DELETE ${path}`)).status).toBe(204);
    expect((await call(`DELETE ${path}`)).status).toBe(404);
    expect([await isAlive(one.cookie), await isAlive(two.cookie)]).toEqual([
      true,
      false,
    ]);
    expect((await call("DELETE /api/account/sessions")).status).toBe(204);
    expect(await isAlive(one.cookie)).toBe(false);
    expect(await isAlive(cookie)).toBe(true);
    expect(countSessions(site)).toBe(1);
    expect(
      listEvents(site)
        .slice(0, 2)
        .map(({ what }) => what),
    ).toEqual(["other-sessions-ended", "session-ended"]);
  });

  test("can't be ended from another site's page", async () => {
    const other = await postLogin(site, right(), from("203.0.113.3"));
    const answer = await send("DELETE /api/account/sessions", undefined, {
      cookie,
      Origin: "https://elsewhere.example",
    });
    expect(answer.status).toBe(403);
    expect(await isAlive(other.cookie)).toBe(true);
  });
});

describe("the events", () => {
  test("tell of a sign-in, a refused one and a sign-out, newest first and page by page", async () => {
    site.alter("DELETE FROM security_events");
    const { cookie: own } = await postLogin(
      site,
      right(),
      from("2001:db8:1:2::3"),
    );
    await postLogin(site, wrong, from("2001:db8:1:2::3"));
    await send("POST /logout", undefined, {
      cookie: own,
      ...from("2001:db8:1:2::3"),
    });
    const path = "/api/account/events";
    const first = await call<SecurityEvent[]>(`GET ${path}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    const second = await call<SecurityEvent[]>(`GET ${next}`);
    expect(second.headers.get("link")).toBeNull();
    const events = [...first.body, ...second.body];
    expect(events.map(({ what }) => what)).toEqual([
      "signed-out",
      "sign-in-refused",
      "signed-in",
    ]);
    for (const event of events)
      expect(event).toMatchObject({
        address_prefix: "2001:db8:1::/48",
        browser: "Safari on an iPhone",
        times: 1,
      });
    expect((await call(`GET ${path}?before=nonsense`)).status).toBe(400);
  });

  test("of refused sign-ins are one for each network and hour", async () => {
    site.alter("DELETE FROM security_events");
    for (const host of [1, 2, 3])
      await postLogin(site, wrong, from(`198.51.100.${host}`));
    await postLogin(site, wrong, from("192.0.2.1"));
    site.alter(`UPDATE security_events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')
        WHERE address_prefix = '192.0.2.0/24'`);
    await postLogin(site, wrong, from("192.0.2.1"));
    // An hour ago may have been yesterday, so the order is not looked at.
    expect(
      listEvents(site)
        .map(({ address_prefix, times }) => `${address_prefix} ${times}`)
        .sort(),
    ).toEqual(["192.0.2.0/24 1", "192.0.2.0/24 1", "198.51.100.0/24 3"]);
  });

  test("of a flood from everywhere stay few", async () => {
    site.alter("DELETE FROM security_events");
    const now = new Date().toISOString();
    const networks = Array.from(
      { length: 49 },
      (_, n) => `('sign-in-refused', '${now}', '10.0.${n}.0/24')`,
    );
    site.alter(
      `INSERT INTO security_events (what, at, address_prefix) VALUES ${networks.join()}`,
    );
    for (const n of [1, 2, 3, 4])
      await postLogin(site, wrong, from(`203.0.${n}.9`));
    const events = listEvents(site);
    expect(events).toHaveLength(51);
    expect(events[0]).toMatchObject({ address_prefix: "", times: 3 });
  });

  test("tell of changed credentials, and are kept for 90 days @soak", async () => {
    const own = await forThisTest(startSite());
    await postLogin(own, { username: "admin", password: own.adminPassword });
    own.alter(`INSERT INTO security_events (what, at) VALUES
        ('signed-in', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-91 days')),
        ('signed-out', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-89 days'))`);
    const password = "four other small words";
    await own.restart({ ADMIN_PASSWORD: password });
    await postLogin(own, { username: "admin", password });
    expect(listEvents(own).map(({ what }) => what)).toEqual([
      "signed-in",
      "credentials-changed",
      "signed-in",
      "signed-out",
    ]);
  });
});
