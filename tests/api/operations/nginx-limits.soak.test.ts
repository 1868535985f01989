import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { findOnPath } from "../../../scripts/system/programs.mjs";
import { openRequest } from "#tests/setup/calls/open-request.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startFront, type Front } from "#tests/setup/processes/nginx.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

const BEHIND = { TRUST_PROXY: "true", ACCEL_REDIRECT: "/store/" };
setUpSite({ env: { ...BEHIND, MODERATION: "off" } });

const start = (options?: Parameters<typeof startFront>[1]) =>
  forThisTest(startFront(site, options));

const VISITOR = {
  "x-forwarded-for": "198.51.100.7, 203.0.113.9",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "rocks.example.org",
};

/** Sends this many requests of the visitor at once. Returns how often each status came. */
async function askOften(address: string, count: number) {
  const statuses: Record<number, number> = {};
  const askOnce = async () => {
    const { status, body } = await fetch(address, { headers: VISITOR });
    await body?.cancel();
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: count }, askOnce));
  return statuses;
}

/** Opens a connection of the visitor, whose request nginx has accepted and whose body never comes. */
async function holdOpen(front: Front) {
  const headers = { ...VISITOR, Expect: "100-continue" };
  const held = openRequest(front, "/api/rock-count", 1000, headers);
  await once(held.sending, "continue");
  return held;
}

describe.skipIf(!findOnPath("nginx"))("nginx", () => {
  test("believes nobody by itself, and then those proxies that the operator names", async () => {
    const addressAt = async ({ baseURL }: Front) => {
      const answer = await fetch(`${baseURL}/api/ip`, { headers: VISITOR });
      return ((await answer.json()) as { ip: string }).ip;
    };
    /** The status of a change that comes from this origin. The site must know its own from the proxy. */
    const statusFrom = (front: Front, Origin: string) =>
      fetch(`${front.baseURL}/api/create-images`, {
        method: "POST",
        headers: { ...VISITOR, Origin },
      }).then(({ status }) => status);

    const front = await start();
    expect(await addressAt(front)).toBe("127.0.0.1");
    expect(await statusFrom(front, "https://rocks.example.org")).toBe(403);
    expect(await statusFrom(front, front.baseURL)).toBe(401);
    const other = await start({ trusted: "192.0.2.1 10.0.0.0/8" });
    expect(await addressAt(other)).toBe("127.0.0.1");
    const trusting = await start({ trusted: "192.0.2.1 127.0.0.0/8" });
    expect(await addressAt(trusting)).toBe("203.0.113.9");
    expect(await statusFrom(trusting, "https://rocks.example.org")).toBe(401);
  });

  test("answers 429 to an address that asks for too much, and others as ever", async () => {
    const { baseURL } = await start({ trusted: "127.0.0.1", rate: "1r/m" });
    const page = `${baseURL}/api/rock-posts/totals`;
    // One request and the burst after it. At one per minute, no more become free during the test.
    expect(await askOften(page, 320)).toEqual({ 200: 301, 429: 19 });
    const refused = await fetch(page, { headers: VISITOR });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toEqual({ error: expect.any(String) });

    expect((await fetch(page)).status).toBe(200);
    const other = { "x-forwarded-for": "2001:db8:1:2::9" };
    expect((await fetch(page, { headers: other })).status).toBe(200);
    // Pictures don't count as pages.
    const pictures = `${baseURL}/media/bkg/home_bkg.webp`;
    expect(await askOften(pictures, 400)).toEqual({ 200: 400 });
  });

  test("takes so many connections from one address and no more", async () => {
    const front = await start({ trusted: "127.0.0.1", rate: "1000000r/s" });
    const held: Awaited<ReturnType<typeof holdOpen>>[] = [];
    // One after the other, because nginx counts requests of the same millisecond against the burst.
    for (let n = 0; n < 500; n++) held.push(await holdOpen(front));
    const page = `${front.baseURL}/healthz`;
    expect((await fetch(page, { headers: VISITOR })).status).toBe(429);
    expect((await fetch(page)).status).toBe(200);
    for (const { cut } of held) cut();
  });

  test("sends a rock's share picture as the JPEG that it is", async () => {
    expect((await site.sendFind()).status).toBe(201);
    await site.untilIdle();
    site.alter("UPDATE rock_posts SET latitude = 56.2, longitude = -2.7");
    const { baseURL } = await start();
    const address = `${baseURL}/share/rocks/${findFields.rockNumber}.jpg`;
    const answer = await until(async () => {
      const drawn = await fetch(address, { redirect: "manual" });
      return drawn.status === 200 && drawn;
    });
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect([...(await answer.bytes())].slice(0, 2)).toEqual([0xff, 0xd8]);
  });
});
