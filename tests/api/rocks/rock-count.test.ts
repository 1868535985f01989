import { beforeEach, expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { TRUST_PROXY: "true" } });
beforeEach(() => site.alter("DELETE FROM rock_counts"));

/** What the page sends. */
const payload = {
  rock_qr_number: "214",
  page_url: "https://rocks.example/map",
  session_id: "0b0e5b8a-5f0e-4a3e-9f3e-0c3f0f1c2d3e",
  timestamp: "2026-05-17T10:00:00Z",
  user_agent: "Mozilla/5.0 (Windows NT 10.0)",
  platform: "Win32",
  language: "en-GB",
  screen_width: 1920,
  screen_height: 1080,
  color_depth: 24,
  window_width: 1200,
  window_height: 900,
  referrer: "https://elsewhere.example/secret-page",
  cookies_enabled: true,
  online: true,
  timezone: "Europe/Berlin",
  ip_address: "198.51.100.77",
  latitude: 52.123456,
  longitude: 13.654321,
  accuracy: 12,
};

const post = (body: unknown, headers: Record<string, string> = {}) =>
  site.fetch("/api/rock-count", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": "203.0.113.9",
      ...headers,
    },
    body: JSON.stringify(body),
  });
const rows = () =>
  site.query<Record<string, unknown>>("SELECT * FROM rock_counts");

test("POST /api/rock-count answers 204 and keeps rock, day, page, kind of device and network alone", async () => {
  const answer = await post(payload);
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe("");
  expect(rows()).toEqual([
    {
      day: new Date().toISOString().slice(0, 10),
      rock_qr_number: "214",
      page: "/map",
      device: "computer",
      address_prefix: "203.0.113.0/24",
      visits: 1,
    },
  ]);
});

test("rock_qr_number is empty if there is none, and the other fields may be absent", async () => {
  expect((await post({ ...payload, rock_qr_number: "" })).status).toBe(204);
  expect(
    (await post({ rock_qr_number: "", page_url: "/", session_id: "a" })).status,
  ).toBe(204);
  expect(rows()).toHaveLength(2);
});

test.each([
  ["session_id", { ...payload, session_id: undefined }],
  ["session_id", { ...payload, session_id: "" }],
  ["rock_qr_number", { ...payload, rock_qr_number: "1e3" }],
  ["rock_qr_number", { ...payload, rock_qr_number: "100001" }],
])(
  "a wrong %s is refused with its name, and nothing is counted",
  async (field, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: expect.any(String),
      fields: { [field]: expect.any(String) },
    });
    expect(rows()).toEqual([]);
  },
);

test("broken JSON is refused, GET is 405, a foreign origin 403, and a slash at the end changes nothing", async () => {
  const broken = await site.fetch("/api/rock-count", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{",
  });
  expect(broken.status).toBe(400);
  const read = await site.fetch("/api/rock-count");
  expect(read.status).toBe(405);
  expect(read.headers.get("allow")).toBe("POST");
  expect((await post(payload, { Origin: "https://a.example" })).status).toBe(
    403,
  );
  expect(rows()).toEqual([]);
  const slashed = await site.fetch("/api/rock-count/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });
  expect(slashed.status).toBe(204);
});

test("GET /api/ip answers the caller's own address", async () => {
  const answer = await site.fetch("/api/ip", {
    headers: { "X-Forwarded-For": "198.51.100.1, 203.0.113.9" },
  });
  expect(await answer.json()).toEqual({ ip: "203.0.113.9" });
});

test("what a find's trackerData says is dropped, whatever it is", async () => {
  for (const trackerData of [
    JSON.stringify(payload),
    "{broken",
    "[]",
    "null",
  ]) {
    const answer = await site.sendFind({ ...findFields, trackerData });
    expect(answer.status).toBe(201);
  }
  const everything = JSON.stringify(
    site.query("SELECT * FROM rock_posts"),
  ).concat(site.lines.join("\n"));
  for (const secret of ["secret-page", "198.51.100.77", "13.654321", "Win32"])
    expect(everything).not.toContain(secret);
});

test("more visits from one address than any family has are refused, and no row is written of them @soak", async () => {
  const from = { "X-Forwarded-For": "198.51.100.200" };
  const statuses: number[] = [];
  for (let n = 0; n < 310; n++)
    statuses.push((await post(payload, from)).status);
  expect(statuses.slice(0, 300).every((status) => status === 204)).toBe(true);
  expect(statuses.slice(300)).toEqual(Array(10).fill(429));
  const refused = await post(payload, from);
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(600);
  expect(await refused.json()).toEqual({ error: expect.any(String) });
  expect((await post(payload)).status).toBe(204);
  expect(rows().map(({ visits }) => visits)).toEqual([300, 1]);
});
