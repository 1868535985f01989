import { type ClientRequest, request } from "node:http";
import { describe, expect, test } from "vitest";
import { findOnPath } from "../../../scripts/system/find-on-path.mjs";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startFront, type Front } from "#tests/setup/processes/nginx.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({
  env: {
    TRUST_PROXY: "true",
    ACCEL_REDIRECT: "/store/",
    MODERATION: "off",
  },
});

async function behind(
  options: Parameters<typeof startFront>[1],
  check: (front: Front) => Promise<void>,
) {
  const front = await startFront(site, options);
  try {
    await check(front);
  } finally {
    await front.stop();
  }
}

const VISITOR = {
  "x-forwarded-for": "198.51.100.7, 203.0.113.9",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "rocks.example.org",
};

/** Sends this many requests at once. Returns how often each status came. */
async function askOften(
  address: string,
  count: number,
  headers: Record<string, string> = {},
) {
  const statuses: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: count }, async () => {
      const { status, body } = await fetch(address, { headers });
      await body?.cancel();
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  return statuses;
}

/** Opens a connection of the visitor, whose request nginx has accepted and whose body never comes. */
async function holdOpen(front: Front) {
  const held = request(`${front.baseURL}/api/rock-count`, {
    method: "POST",
    agent: false,
    headers: { ...VISITOR, "Content-Length": 1000, Expect: "100-continue" },
  });
  await new Promise<void>((resolve, reject) =>
    held
      .on("continue", resolve)
      .on("response", ({ statusCode }) => reject(new Error(`${statusCode}`)))
      .on("error", reject)
      .flushHeaders(),
  );
  return held.on("error", () => {});
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

    await behind({}, async (front) => {
      expect(await addressAt(front)).toBe("127.0.0.1");
      expect(await statusFrom(front, "https://rocks.example.org")).toBe(403);
      expect(await statusFrom(front, front.baseURL)).toBe(401);
    });
    await behind({ trusted: "192.0.2.1 10.0.0.0/8" }, async (front) => {
      expect(await addressAt(front)).toBe("127.0.0.1");
    });
    await behind({ trusted: "192.0.2.1 127.0.0.0/8" }, async (front) => {
      expect(await addressAt(front)).toBe("203.0.113.9");
      expect(await statusFrom(front, "https://rocks.example.org")).toBe(401);
    });
  });

  test("answers 429 to an address that asks for too much, and others as ever", async () => {
    const options = { trusted: "127.0.0.1", rate: "1r/m" };
    await behind(options, async ({ baseURL }) => {
      const page = `${baseURL}/api/rock-posts/totals`;
      // One request and the burst after it. At one per minute, no more become free during the test.
      expect(await askOften(page, 320, VISITOR)).toEqual({ 200: 301, 429: 19 });
      const refused = await fetch(page, { headers: VISITOR });
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("10");
      expect(await refused.json()).toEqual({ error: expect.any(String) });

      expect((await fetch(page)).status).toBe(200);
      const other = { "x-forwarded-for": "2001:db8:1:2::9" };
      expect((await fetch(page, { headers: other })).status).toBe(200);
      // Pictures don't count as pages.
      const pictures = `${baseURL}/media/bkg/home_bkg.webp`;
      expect(await askOften(pictures, 400, VISITOR)).toEqual({ 200: 400 });
    });
  });

  test("takes so many connections from one address and no more", async () => {
    await behind(
      { trusted: "127.0.0.1", rate: "1000000r/s" },
      async (front) => {
        const held: ClientRequest[] = [];
        // One after the other, because nginx counts requests of the same millisecond against the burst.
        for (let n = 0; n < 500; n++) held.push(await holdOpen(front));
        const page = `${front.baseURL}/healthz`;
        expect((await fetch(page, { headers: VISITOR })).status).toBe(429);
        expect((await fetch(page)).status).toBe(200);
        for (const request of held) request.destroy();
      },
    );
  });

  test("sends a rock's share picture as the JPEG that it is", async () => {
    expect((await site.sendFind()).status).toBe(201);
    await site.untilIdle();
    site.alter("UPDATE rock_posts SET latitude = 56.2, longitude = -2.7");
    await behind({}, async ({ baseURL }) => {
      const address = `${baseURL}/share/rocks/${findFields.rockNumber}.jpg`;
      const answer = await until(async () => {
        const drawn = await fetch(address, { redirect: "manual" });
        return drawn.status === 200 ? drawn : undefined;
      });
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, 2).toString("hex")).toBe("ffd8");
    });
  });
});
