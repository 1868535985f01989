import { beforeEach, expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { call, get, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => site.alter("DELETE FROM rock_counts"));

/** What the page sends, and more. */
const payload = {
  rock_qr_number: "214",
  page_url: "https://rocks.example/map",
  session_id: "0b0e5b8a-5f0e-4a3e-9f3e-0c3f0f1c2d3e",
  user_agent: "Mozilla/5.0 (Windows NT 10.0)",
  platform: "Win32",
  referrer: "https://elsewhere.example/secret-page",
  ip_address: "198.51.100.77",
  longitude: 13.654321,
};

const post = (body: object, headers: Record<string, string> = {}) =>
  call("POST /api/rock-count", body, headers);
const rows = () =>
  site.query<Record<string, unknown>>("SELECT * FROM rock_counts");

test("POST /api/rock-count answers 204 and keeps rock, day, page, kind of device and network alone", async () => {
  expect(await post(payload)).toMatchObject({ status: 204, body: undefined });
  const day = new Date().toISOString().slice(0, 10);
  const from = { device: "computer", address_prefix: "127.0.0.0/24" };
  const visit = { day, rock_qr_number: "214", page: "/map", visits: 1 };
  expect(rows()).toEqual([{ ...visit, ...from }]);
});

test("the rock may be none and other fields absent, and a wrong field is refused with its name", async () => {
  const least = { rock_qr_number: "", page_url: "/", session_id: "a" };
  expect((await post(least)).status).toBe(204);
  const before = rows();
  for (const [field, value] of [
    ["session_id", ""],
    ["rock_qr_number", "1e3"],
  ] as const) {
    const refused = await post({ ...payload, [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.body).toHaveProperty(`fields.${field}`);
  }
  expect(rows()).toEqual(before);
});

test("what a find's trackerData says is dropped, whatever it is", async () => {
  for (const trackerData of [JSON.stringify(payload), "[]"])
    await site.addFind({ ...findFields, trackerData });
  const finds = JSON.stringify(site.query("SELECT * FROM rock_posts"));
  for (const kept of [finds, site.lines.join("\n")])
    expect(kept).not.toMatch(/secret-page|198\.51\.100\.77|13\.654321|Win32/);
});

test("behind a proxy, a visit is kept by the caller's network, and more than any family has are refused without a row @soak", async () => {
  const from = { "X-Forwarded-For": "198.51.100.1, 203.0.113.9" };
  for (let n = 0; n < 310; n++)
    expect((await post(payload, from)).status).toBe(n < 300 ? 204 : 429);
  const refused = await post(payload, from);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = { "X-Forwarded-For": "198.51.100.77" };
  expect((await post(payload, other)).status).toBe(204);
  expect(rows()).toMatchObject([
    { address_prefix: "203.0.113.0/24", visits: 300 },
    { address_prefix: "198.51.100.0/24", visits: 1 },
  ]);
  const ip = await get("/api/ip", from);
  expect(await ip.json()).toEqual({ ip: "203.0.113.9" });
});
