import { readFile } from "node:fs/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { readLog } from "#tests/setup/log.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({
  env: { LOGIN_LIMIT: "2/15m", UPLOAD_LIMITS: "2/15m", TRUST_PROXY: "true" },
});
// A request is logged a moment after its answer, so wait for the sign-in of the set-up.
beforeAll(() =>
  until(() =>
    readLog(site.lines, "request").find(({ path }) => path === "/login"),
  ),
);
beforeEach(() => void (site.lines.length = 0));

const EVENTS =
  /^(sign-in|sign-in failed|sign-out|refused|upload refused|limit reached)$/;

/** The events of the requests so far, without what differs from run to run. Each must have its request's id. */
async function events(requests: number) {
  const requested = () => readLog(site.lines, "request");
  await until(() => requested().length >= requests);
  const ids = requested().map(({ id }) => id);
  return readLog(site.lines)
    .filter(({ message }) => EVENTS.test(String(message)))
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
  return answer.status;
};
const login = (address: string, username: string, password: string) =>
  call("/login", address, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });
const expectNone = (secrets: string[]) => {
  for (const secret of secrets)
    expect(site.lines.join("\n")).not.toContain(secret);
};

test("sign-ins are logged, right and wrong, and past the limit with its scope, without what was typed", async () => {
  const address = "198.51.100.1";
  await login(address, "admin", site.adminPassword);
  await login(address, "typed-name", "typed-password");
  await login(address, "admin", "typed-password");
  await login(address, "admin", "typed-password");
  const event = { address, method: "POST", path: "/login" };
  const failed = { message: "sign-in failed", status: 401, level: "warn" };
  expect(await events(4)).toEqual([
    { ...event, level: "info", message: "sign-in", status: 302 },
    { ...event, ...failed },
    { ...event, ...failed },
    {
      ...event,
      level: "warn",
      message: "limit reached",
      status: 429,
      limit: "login",
      scope: address,
    },
  ]);
  expectNone(["typed-name", "typed-password", site.adminPassword]);
  for (let n = 0; n < 9; n++) await login(`203.0.113.${n}`, "admin", "wrong");
  expect((await events(13)).at(-1)).toMatchObject({
    message: "limit reached",
    limit: "login",
    scope: "203.0.113.0/24",
  });
});

test("a refusal is logged once, with the address, the path and no query", async () => {
  const address = "198.51.100.2";
  await call("/api/journey-admin?before=typed-query", address);
  await call("/admin/journey?sort=typed-query", address, {
    headers: { Accept: "text/html" },
  });
  await call("/admin/journey.data", address);
  await call("/api/rock-count?typed-query", address, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(await events(4)).toEqual(
    (
      [
        ["GET", "/api/journey-admin", 401],
        ["GET", "/admin/journey", 302],
        ["GET", "/admin/journey.data", 202],
        ["POST", "/api/rock-count", 403],
      ] as const
    ).map(([method, path, status]) => ({
      address,
      level: "warn",
      message: "refused",
      method,
      path,
      status,
    })),
  );
  expectNone(["typed-query"]);
});

test("a file that is no picture is logged, and so is a finder who sends too often", async () => {
  const address = "198.51.100.3";
  const fields = { ...findFields, email: "finder@example.org" };
  const send = (file: Blob) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.append("images", file, "secret-file-name.jpg");
    return call("/api/upload-rock", address, { method: "POST", body });
  };
  const picture = new Blob([await readFile(fixture("plain.png"))]);
  expect(await send(new Blob(["no picture"]))).toBe(415);
  expect(await send(picture)).toBe(201);
  expect(await send(picture)).toBe(429);
  const event = {
    address,
    level: "warn",
    method: "POST",
    path: "/api/upload-rock",
  };
  expect(await events(3)).toEqual([
    { ...event, message: "upload refused", status: 415 },
    {
      ...event,
      message: "limit reached",
      status: 429,
      limit: "upload",
      scope: address,
    },
  ]);
  expectNone(["finder@example.org", "secret-file-name"]);
});

test("what an admin does in a living session is no event, and a sign-out is one", async () => {
  const headers = { cookie: await site.signIn() };
  await events(1);
  site.lines.length = 0;
  const address = "198.51.100.4";
  await call("/api/rocks", address, { headers });
  for (let n = 0; n < 2; n++)
    await call("/logout", address, { method: "POST", headers });
  expect(await events(3)).toEqual([
    {
      address,
      level: "info",
      message: "sign-out",
      method: "POST",
      path: "/logout",
      status: 302,
    },
  ]);
});
