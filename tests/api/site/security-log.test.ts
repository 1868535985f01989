import { beforeAll, beforeEach, expect, test } from "vitest";
import { postLogin } from "#tests/setup/calls/account-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { readLog } from "#tests/setup/log.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site, statusOf } from "#tests/setup/vitest/site.ts";

setUpSite({
  env: { LOGIN_LIMIT: "2/15m", UPLOAD_LIMITS: "2/15m", TRUST_PROXY: "true" },
});
/** Without those that have waited for the start. */
const requests = () =>
  readLog(site.lines, "request").filter(({ path }) => path !== "/healthz");
// A request is logged a moment after its answer, so wait for the sign-in of the set-up.
beforeAll(() => until(() => requests().some(({ path }) => path === "/login")));
beforeEach(() => void (site.lines.length = 0));

const EVENTS =
  /^(sign-in|sign-in failed|sign-out|refused|upload refused|limit reached)$/;

/**
 * The events of the requests so far, without what differs from run to run, and without the address that all of a test
 * have. Each must have its request's id.
 */
async function events(count: number, from: string) {
  await until(() => requests().length >= count);
  const ids = requests().map(({ id }) => id);
  return readLog(site.lines)
    .filter(({ message }) => EVENTS.test(String(message)))
    .map(({ time: _, id, address, ...event }) => {
      expect(ids).toContain(id);
      if (count < 10) expect(address).toBe(from);
      return event;
    });
}

const from = (address: string) => ({ "X-Forwarded-For": address });
const expectNone = (secrets: RegExp) =>
  expect(site.lines.join("\n")).not.toMatch(secrets);
const limitReached = (path: string, limit: string, scope: string) => {
  const message = "limit reached";
  const event = { level: "warn", message, method: "POST", path, status: 429 };
  return { ...event, limit, scope };
};

test("sign-ins are logged, right and wrong, and past the limit with its scope, without what was typed", async () => {
  const address = "198.51.100.1";
  const login = (username: string, password: string, at = address) =>
    postLogin(site, { username, password }, from(at));
  await login("admin", site.adminPassword);
  await login("typed-name", "typed-password");
  await login("admin", "typed-password");
  await login("admin", "typed-password");
  const event = { method: "POST", path: "/login" };
  const failed = { message: "sign-in failed", status: 401, level: "warn" };
  expect(await events(4, address)).toEqual([
    { ...event, level: "info", message: "sign-in", status: 302 },
    { ...event, ...failed },
    { ...event, ...failed },
    limitReached("/login", "login", address),
  ]);
  expectNone(/typed-name|typed-password/);
  expectNone(new RegExp(site.adminPassword));
  for (let n = 0; n < 9; n++) await login("admin", "wrong", `203.0.113.${n}`);
  const last = (await events(13, address)).at(-1);
  expect(last).toEqual(limitReached("/login", "login", "203.0.113.0/24"));
});

test("a refusal is logged once, with the address, the path and no query", async () => {
  const address = "198.51.100.2";
  const html = { Accept: "text/html", ...from(address) };
  const foreign = { Origin: "https://elsewhere.example", ...from(address) };
  for (const [method, path, headers] of [
    ["GET", "/api/journey-admin?before=typed-query", from(address)],
    ["GET", "/admin/journey?sort=typed-query", html],
    ["GET", "/admin/journey.data", from(address)],
    ["POST", "/api/rock-count?typed-query", foreign],
  ] as const)
    await site.fetch(path, { method, headers, redirect: "manual" });
  const refused = { level: "warn", message: "refused", method: "GET" };
  expect(await events(4, address)).toEqual([
    { ...refused, path: "/api/journey-admin", status: 401 },
    { ...refused, path: "/admin/journey", status: 302 },
    { ...refused, path: "/admin/journey.data", status: 202 },
    { ...refused, path: "/api/rock-count", method: "POST", status: 403 },
  ]);
  expectNone(/typed-query/);
});

test("a file that is no picture is logged, and so is a finder who sends too often", async () => {
  const address = "198.51.100.3";
  const fields = { ...findFields, email: "finder@example.org" };
  const send = async (image: string) =>
    (await site.sendFind(fields, [image], from(address))).status;
  expect(await send("note.jpg")).toBe(415);
  expect(await send("plain.png")).toBe(201);
  expect(await send("plain.png")).toBe(429);
  const path = "/api/upload-rock";
  const refused = { message: "upload refused", status: 415, level: "warn" };
  expect(await events(3, address)).toEqual([
    { ...refused, method: "POST", path },
    limitReached(path, "upload", address),
  ]);
  expectNone(/finder@example\.org|note\.jpg|plain\.png/);
});

test("what an admin does in a living session is no event, and a sign-out is one", async () => {
  const address = "198.51.100.4";
  const headers = { cookie: await site.signIn(), ...from(address) };
  await until(() => requests().length > 0);
  site.lines.length = 0;
  await statusOf("GET /api/rocks", undefined, headers);
  const logout = { method: "POST", headers, redirect: "manual" } as const;
  for (let n = 0; n < 2; n++) await site.fetch("/logout", logout);
  const event = { level: "info", message: "sign-out", method: "POST" };
  expect(await events(3, address)).toEqual([
    { ...event, path: "/logout", status: 302 },
  ]);
});
