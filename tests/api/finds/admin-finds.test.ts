import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AdminFind, PublicFind } from "#domain/finds/answers.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  call,
  forThisTest,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";
import { asChange, newFind } from "#tests/setup/calls/find-calls.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off" } });

const open = <const Path extends string>(path: Path) =>
  call(`GET ${path}`, undefined, {});

describe("a find on its way to the map", () => {
  test("is hidden until the admin shows it, then everywhere, then hidden again at once", async () => {
    const post = await newFind({
      rockNumber: "301",
      name: "Ann",
      email: "ann@example.org",
    });
    expect(post.show).toBe(false);
    const hidden = { posts: [], pins: [], total: 0 };
    const seen = async () => ({
      posts: (await open("/api/rock-posts/301")).body.map(({ uuid }) => uuid),
      pins: (await open("/api/rock-posts/locations/all")).body
        .filter(({ rock_number }) => rock_number === 301)
        .map(({ rps_key }) => rps_key),
      total: (await open("/api/rock-posts")).body.filter(
        ({ rock_number }) => rock_number === 301,
      ).length,
    });
    expect(await seen()).toEqual(hidden);

    const saved = await call(
      `PUT /api/journey-admin/${post.rps_key}`,
      asChange(post, { latitude: 0, longitude: 0, show: true }),
    );
    expect([saved.status, saved.body.latitude, saved.body.show]).toEqual([
      200,
      0,
      true,
    ]);
    expect(await seen()).toEqual({
      posts: [post.uuid],
      pins: [post.rps_key],
      total: 1,
    });

    const [shown] = (await open("/api/rock-posts/301")).body;
    expect(shown).toMatchObject({
      rock_number: 301,
      uuid: post.uuid,
      date: "2026-05-17",
      location: findFields.location,
      comment: findFields.comment,
      imagenames: [post.first_image_name],
      artists: [],
    });

    expect(
      (await call(`POST /api/journey-admin/${post.rps_key}/toggle-show`)).body,
    ).toEqual({ show: false });
    expect(await seen()).toEqual(hidden);
  });

  test("has one pin a rock, that of the newest shown post with coordinates; each find of rock 0 has its own", async () => {
    const place = async (
      rockNumber: string,
      date: string,
      latitude: number | null,
    ) => {
      const post = await newFind({ rockNumber, date });
      await call(
        `PUT /api/journey-admin/${post.rps_key}`,
        asChange(post, {
          latitude,
          longitude: latitude === null ? null : 10,
          show: true,
        }),
      );
      return post;
    };
    const older = await place("302", "2026-01-01", 10);
    const newer = await place("302", "2026-02-01", 20);
    await place("302", "2026-03-01", null);
    const unknown = [
      await place("0", "2026-01-01", 30),
      await place("0", "2026-01-02", 40),
    ];
    const pins = async (rock: number) =>
      (await open("/api/rock-posts/locations/all")).body.filter(
        ({ rock_number }) => rock_number === rock,
      );
    expect(await pins(302)).toEqual([
      { rps_key: newer.rps_key, rock_number: 302, latitude: 20, longitude: 10 },
    ]);
    expect((await pins(0)).map(({ rps_key }) => rps_key)).toEqual(
      unknown.map(({ rps_key }) => rps_key),
    );

    expect(
      (await call(`DELETE /api/journey-admin/${newer.rps_key}`)).status,
    ).toBe(204);
    expect((await pins(302)).map(({ rps_key }) => rps_key)).toEqual([
      older.rps_key,
    ]);
  });
});

test("deleting a post or an image takes its rows and files together", async () => {
  const answer = await site.sendFind({ ...findFields, rockNumber: "305" }, [
    "plain.png",
    "orientation-6.jpg",
  ]);
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  const post = (await call("GET /api/journey-admin")).body.find(
    (other) => other.uuid === uuid,
  )!;
  const images = (await call(`GET /api/journey-admin/${post.rps_key}/images`))
    .body;
  expect(
    images.map(({ original_name, show, ready }) => [
      original_name,
      show,
      ready,
    ]),
  ).toEqual([
    ["plain.png", true, true],
    ["orientation-6.jpg", true, true],
  ]);
  const folder = `${site.mediaDir}/rocks/305/${uuid}`;
  expect(
    (await call(`DELETE /api/journey-admin/images/${images[0]!.rpi_key}`))
      .status,
  ).toBe(204);
  expect(existsSync(`${folder}/sm/${images[0]!.current_name}.webp`)).toBe(
    false,
  );
  expect(existsSync(`${folder}/sm/${images[1]!.current_name}.webp`)).toBe(true);
  expect((await call(`DELETE /api/journey-admin/${post.rps_key}`)).status).toBe(
    204,
  );
  expect(existsSync(folder)).toBe(false);
  expect((await call(`DELETE /api/journey-admin/${post.rps_key}`)).status).toBe(
    404,
  );
  expect(
    site.query(
      `SELECT count(*) AS n FROM rock_post_images WHERE rps_key = ${post.rps_key}`,
    ),
  ).toEqual([{ n: 0 }]);
});

describe("lists", () => {
  test("page through everything once, in order, by the Link header", async () => {
    const all = (await call("GET /api/journey-admin?sort=-date")).body;
    const paged: AdminFind[] = [];
    for (
      let next: string | undefined = "/api/journey-admin?sort=-date&limit=2";
      next;
    ) {
      const { body, headers }: { body: AdminFind[]; headers: Headers } =
        await call<AdminFind[]>(`GET ${next}`);
      paged.push(...body);
      next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  test("default to coordinates, blank ones first", async () => {
    const { body } = await call("GET /api/journey-admin");
    const blank = body.map(({ latitude }) => latitude === null);
    expect(blank).toEqual([...blank].sort().reverse());
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "before=x",
    "sort=password",
    "sort=__proto__",
    "before=W10",
  ])("refuse ?%s with 400", async (bad) => {
    expect((await call(`GET /api/journey-admin?${bad}`)).status).toBe(400);
  });

  test.each(["limit=0", "limit=101", "before=x"])(
    "refuse ?%s of the public list with 400",
    async (bad) => {
      expect((await open(`/api/rock-posts?${bad}`)).status).toBe(400);
    },
  );
});

test.each(["-1", "1.5", "100001", "x", "1e3", "+5", "%207"])(
  "GET /api/rock-posts/%s is refused with 400",
  async (number) => {
    expect((await open(`/api/rock-posts/${number}`)).status).toBe(400);
  },
);

test("a rock that nobody found has an empty list", async () => {
  expect((await open("/api/rock-posts/99999")).body).toEqual([]);
  expect((await open("/api/rock-posts/0/")).status).toBe(200);
});

test.each<[string, string, string]>([
  ["PATCH", "/api/rock-posts", "GET, HEAD"],
  ["DELETE", "/api/upload-rock", "POST"],
  ["GET", "/api/upload-rock", "POST"],
  ["POST", "/api/journey-admin/1", "PUT, DELETE"],
  ["PUT", "/api/ip/", "GET, HEAD"],
])("%s %s answers 405 with Allow: %s", async (method, path, allow) => {
  const answer = await call<{ error: string }>(`${method} ${path}`);
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  expect(answer.body.error).toEqual(expect.any(String));
});

test.each([
  "/api/nothing",
  "/api",
  "/api/rock-posts/1/2",
  "/api/journey-admin/x",
])("%s answers 404 in JSON", async (path) => {
  const answer = await call<{ error: string }>(
    `${path.endsWith("x") ? "PUT" : "GET"} ${path}`,
    path.endsWith("x") ? {} : undefined,
  );
  expect(answer.status).toBe(404);
  expect(answer.body.error).toEqual(expect.any(String));
});

test("every admin call refuses a stranger and changes nothing", async () => {
  const post = await newFind();
  const images = (await call(`GET /api/journey-admin/${post.rps_key}/images`))
    .body;
  const calls: [string, string][] = [
    ["GET", "/api/journey-admin"],
    ["GET", "/api/journey-admin/"],
    ["GET", "/API/journey-admin"],
    ["GET", "/api/jobs"],
    ["GET", "/api/jobs/x"],
    ["PUT", `/api/journey-admin/${post.rps_key}`],
    ["DELETE", `/api/journey-admin/${post.rps_key}`],
    ["GET", `/api/journey-admin/${post.rps_key}/images`],
    ["POST", `/api/journey-admin/${post.rps_key}/toggle-show`],
    ["DELETE", `/api/journey-admin/images/${images[0]!.rpi_key}`],
    ["POST", `/api/journey-admin/images/${images[0]!.rpi_key}/toggle-show`],
  ];
  for (const [method, path] of calls) {
    const answer = await call<{ error: string }>(
      `${method} ${path}`,
      method === "GET" ? undefined : { show: true },
      {},
    );
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
  expect((await call("GET /api/journey-admin")).body).toContainEqual(post);
});

test("limits refuse what is too much from one address, and a repeat of what arrived is still answered", async () => {
  const own = await forThisTest(startSite({ env: { UPLOAD_LIMITS: "2/1h" } }));
  const fields = {
    ...findFields,
    submission_id: "2b0a4b0e-5f0e-4c0a-9d7e-1c2b3a4d5e6f",
  };
  expect((await own.sendFind(fields)).status).toBe(201);
  expect((await own.sendFind()).status).toBe(201);
  const refused = await own.sendFind();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await own.sendFind(fields)).status).toBe(200);
  expect(own.query("SELECT count(*) AS n FROM rock_posts")).toEqual([{ n: 2 }]);
});

test("MODERATION=off shows a find at once", async () => {
  const own = await forThisTest(startSite({ env: { MODERATION: "off" } }));
  await own.sendFind();
  expect(
    ((await (await own.fetch("/api/rock-posts/214")).json()) as PublicFind[])
      .length,
  ).toBe(1);
});

test("a wrong setting stops the start with one line that names it", async () => {
  await expect(startSite({ env: { UPLOAD_MAX_MB: "many" } })).rejects.toThrow(
    /UPLOAD_MAX_MB is "many"; it takes a whole number from 1 to 200/,
  );
});
