import { describe, expect, test } from "vitest";
import { startSite } from "#tests/setup/processes/site.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({
  env: { LOGIN_LIMIT: "3/15m", TRUST_PROXY: "true" },
});

const HTML = { Accept: "text/html,application/xhtml+xml" };

const post = (
  body: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  site.fetch("/login", {
    method: "POST",
    redirect: "manual",
    headers: { "X-Forwarded-For": "198.51.100.200", ...headers },
    body: new URLSearchParams(body),
  });
const get = (path: string, headers: Record<string, string>) =>
  site.fetch(path, { redirect: "manual", headers });

test("the right pair leads to /admin with a strict session cookie", async () => {
  const answer = await post({
    username: "admin",
    password: site.adminPassword,
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/admin");
  const cookie = answer.headers.get("set-cookie")!;
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  expect(cookie).toMatch(/Path=\//);
  expect(cookie).not.toMatch(/Expires|Max-Age|Secure/);
});

test("over HTTPS the cookie is secure and bound to the host", async () => {
  const answer = await post(
    { username: "admin", password: site.adminPassword },
    { "X-Forwarded-Proto": "https" },
  );
  expect(answer.headers.get("set-cookie")).toMatch(/^__Host-admin=.*Secure/);
});

test("wrong name and wrong password answer alike, and past the limit only other addresses may try", async () => {
  const from = (address: string) => ({
    "X-Forwarded-For": `203.0.113.7, ${address}`,
  });
  const wrongName = await post(
    { username: "nobody", password: site.adminPassword },
    from("198.51.100.1"),
  );
  const wrongPassword = await post(
    { username: "admin", password: "wrong" },
    from("198.51.100.1"),
  );
  expect([wrongName.status, wrongPassword.status]).toEqual([401, 401]);
  expect(wrongName.headers.get("set-cookie")).toBeNull();
  await post({ username: "admin", password: "wrong" }, from("198.51.100.1"));
  const past = await post(
    { username: "admin", password: site.adminPassword },
    from("198.51.100.1"),
  );
  expect(past.status).toBe(429);
  expect(Number(past.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = await post(
    { username: "admin", password: site.adminPassword },
    from("198.51.100.2"),
  );
  expect(other.status).toBe(302);
});

test("a sign-in without both fields is refused and counts for nothing", async () => {
  expect((await post({ username: "admin" })).status).toBe(400);
  expect((await post({ username: "admin", password: "" })).status).toBe(400);
});

test("a sign-in of a hundred megabytes is refused with 413, and its connection goes on @soak", async () => {
  const answer = await site.fetch("/login", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `username=${"x".repeat(100_000_000)}`,
  });
  expect(answer.status).toBe(413);
  await answer.text();
  expect((await get("/healthz", {})).status).toBe(200);
});

test("the session id is stored hashed, new at every sign-in, and one changed byte ends its use", async () => {
  const one = await site.signIn();
  const two = await site.signIn();
  expect(one).not.toBe(two);
  const id = Buffer.from(
    decodeURIComponent(one.split("=")[1]!).split(".")[0]!,
    "base64",
  ).toString();
  const hashes = site
    .query<{ id_hash: string }>("SELECT id_hash FROM admin_sessions")
    .map((row) => row.id_hash);
  expect(hashes.some((hash) => id.includes(hash))).toBe(false);
  expect((await get("/api/journey-admin", { cookie: one })).status).toBe(200);
  const changed = one.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect((await get("/api/journey-admin", { cookie: changed })).status).toBe(
    401,
  );
});

describe("the reload rule", () => {
  test("a document request for an admin page leads to the sign-in, and the session of other tabs goes on", async () => {
    const cookie = await site.signIn();
    expect((await get("/admin/journey.data", { cookie })).status).toBe(200);
    const reload = await get("/admin/journey", { cookie, ...HTML });
    expect(reload.status).toBe(302);
    expect(reload.headers.get("location")).toBe("/login");
    expect(reload.headers.get("set-cookie")).toBeNull();
    expect((await get("/login", { cookie, ...HTML })).status).toBe(200);
    expect((await get("/api/journey-admin", { cookie })).status).toBe(200);
    expect((await get("/admin.data", { cookie })).status).toBe(200);
  });

  test("the document that a sign-in without JavaScript leads to is let through, once", async () => {
    const answer = await post(
      { username: "admin", password: site.adminPassword },
      HTML,
    );
    const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
    const first = await get("/admin", { cookie, ...HTML });
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(await first.text()).toContain("Dashboard");
    expect((await get("/admin", { cookie, ...HTML })).status).toBe(302);
    expect((await get("/api/journey-admin", { cookie })).status).toBe(200);
  });

  test("a prefetch ends nothing", async () => {
    const cookie = await site.signIn();
    expect(
      (await get("/admin", { cookie, ...HTML, "Sec-Purpose": "prefetch" }))
        .status,
    ).toBe(503);
    expect((await get("/api/journey-admin", { cookie })).status).toBe(200);
  });

  test("it is off with ADMIN_SESSION_SURVIVES_RELOAD=true @soak", async () => {
    const lasting = await forThisTest(
      startSite({
        env: { ADMIN_SESSION_SURVIVES_RELOAD: "true" },
      }),
    );
    const cookie = await lasting.signIn();
    for (let reload = 0; reload < 2; reload++)
      expect(
        (
          await lasting.fetch("/admin", {
            headers: { cookie, ...HTML },
            redirect: "manual",
          })
        ).status,
      ).toBe(200);
  });
});

test("logout ends the session on the server", async () => {
  const cookie = await site.signIn();
  const answer = await site.fetch("/logout", {
    method: "POST",
    headers: { cookie },
    redirect: "manual",
  });
  expect(answer.status).toBe(302);
  expect((await get("/api/journey-admin", { cookie })).status).toBe(401);
});

test.each([
  "/admin",
  "/ADMIN",
  "/admin/journey",
  "/admin/",
  "/%61dmin",
  "/admin.data",
  "/admin/journey.data?_routes=routes%2Fadmin%2Fjourney",
])(
  "%s without a session leads to the sign-in and shows nothing",
  async (path) => {
    const answer = await get(path, HTML);
    expect([202, 301, 302, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(/Journey Posts|wait to be shown/);
  },
);
