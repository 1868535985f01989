import { readFile } from "node:fs/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { readLog } from "#tests/setup/log.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({
  env: {
    LOGIN_LIMIT: "2/15m",
    UPLOAD_LIMITS: "2/15m",
    TRUST_PROXY: "true",
  },
});
// A request is logged a moment after its answer, so wait for the sign-in of the set-up.
beforeAll(() =>
  until(() =>
    readLog(site.lines, "request").find(({ path }) => path === "/login"),
  ),
);
beforeEach(() => {
  site.lines.length = 0;
});

const EVENTS = [
  "sign-in",
  "sign-in failed",
  "sign-out",
  "refused",
  "upload refused",
  "limit reached",
];

/** The events of the requests so far, without what differs from run to run. Each must have its request's id. */
async function events(requests: number) {
  await until(
    () => readLog(site.lines, "request").length >= requests || undefined,
  );
  const ids = readLog(site.lines, "request").map(({ id }) => id);
  return readLog(site.lines)
    .filter(({ message }) => EVENTS.includes(String(message)))
    .map(({ time: _, id, ...event }) => {
      expect(ids).toContain(id);
      return event;
    });
}

const call = async (
  path: string,
  address: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) => {
  const answer = await site.fetch(path, {
    redirect: "manual",
    ...init,
    headers: { "X-Forwarded-For": address, ...init.headers },
  });
  await answer.text();
  return answer;
};

const login = (address: string, username: string, password: string) =>
  call("/login", address, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });

test("sign-ins are logged, right and wrong, and past the limit, without what was typed", async () => {
  const at = "198.51.100.1";
  await login(at, "admin", site.adminPassword);
  await login(at, "typed-name", "typed-password");
  await login(at, "admin", "typed-password");
  await login(at, "admin", "typed-password");
  const event = { address: at, method: "POST", path: "/login" };
  expect(await events(4)).toEqual([
    { ...event, level: "info", message: "sign-in", status: 302 },
    { ...event, level: "warn", message: "sign-in failed", status: 401 },
    { ...event, level: "warn", message: "sign-in failed", status: 401 },
    {
      ...event,
      level: "warn",
      message: "limit reached",
      status: 429,
      limit: "login",
      scope: at,
    },
  ]);
  const all = site.lines.join("\n");
  for (const typed of ["typed-name", "typed-password", site.adminPassword])
    expect(all).not.toContain(typed);
});

test("a limit that a network or everybody together has reached is logged with its scope", async () => {
  const from = (n: number) => login(`203.0.113.${n}`, "admin", "a wrong one");
  for (let n = 0; n < 8; n++) await from(n);
  await events(8);
  site.lines.length = 0;
  await from(9);
  expect(await events(1)).toMatchObject([
    { message: "limit reached", limit: "login", scope: "203.0.113.0/24" },
  ]);
});

test("a refusal is logged once, with the address, the path and no query", async () => {
  const at = "198.51.100.2";
  await call("/api/journey-admin?before=typed-query", at);
  await call("/admin/journey?sort=typed-query", at, {
    headers: { Accept: "text/html" },
  });
  await call("/admin/journey.data", at);
  await call("/api/rock-count?typed-query", at, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
  });
  const event = { address: at, level: "warn", message: "refused" };
  expect(await events(4)).toEqual([
    { ...event, method: "GET", path: "/api/journey-admin", status: 401 },
    { ...event, method: "GET", path: "/admin/journey", status: 302 },
    { ...event, method: "GET", path: "/admin/journey.data", status: 202 },
    { ...event, method: "POST", path: "/api/rock-count", status: 403 },
  ]);
  expect(site.lines.join("\n")).not.toContain("typed-query");
});

test("a file that is no picture is logged, and so is a finder who sends too often", async () => {
  const at = "198.51.100.3";
  const send = async (file: Blob) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(findFields))
      form.set(name, value);
    form.set("email", "finder@example.org");
    form.append("images", file, "secret-file-name.jpg");
    return call("/api/upload-rock", at, { method: "POST", body: form });
  };
  const picture = new Blob([await readFile(fixture("plain.png"))]);
  expect((await send(new Blob(["no picture"]))).status).toBe(415);
  expect((await send(picture)).status).toBe(201);
  expect((await send(picture)).status).toBe(429);
  const event = { address: at, method: "POST", path: "/api/upload-rock" };
  expect(await events(3)).toEqual([
    { ...event, level: "warn", message: "upload refused", status: 415 },
    {
      ...event,
      level: "warn",
      message: "limit reached",
      status: 429,
      limit: "upload",
      scope: at,
    },
  ]);
  const all = site.lines.join("\n");
  expect(all).not.toContain("finder@example.org");
  expect(all).not.toContain("secret-file-name");
});

test("what an admin does in a living session is no event, and a sign-out is one", async () => {
  const cookie = await site.signIn();
  await events(1);
  site.lines.length = 0;
  const at = "198.51.100.4";
  await call("/api/rocks", at, { headers: { cookie } });
  await call("/admin/rocks", at, { headers: { cookie, Accept: "text/html" } });
  await call("/logout", at, { method: "POST", headers: { cookie } });
  await call("/logout", at, { method: "POST", headers: { cookie } });
  expect(await events(4)).toEqual([
    {
      address: at,
      level: "info",
      message: "sign-out",
      method: "POST",
      path: "/logout",
      status: 302,
    },
  ]);
});
