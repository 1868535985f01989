import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  JourneyImage,
  JourneyPost,
  RockPin,
  RockPost,
} from "#domain/finds/answers.ts";
import { callerOf, type Refused } from "#tests/setup/calls/api.ts";
import {
  alter,
  findFields,
  query,
  sendFind,
  signIn,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite({ env: { UPLOAD_LIMITS: "off" } });
  cookie = await signIn(site);
});
afterAll(() => site.stop());

const call = callerOf(
  () => site,
  () => cookie,
);
const open = <T>(path: string) => call<T>("GET", path, undefined, {});

async function newFind(fields: Record<string, string> = {}) {
  const answer = await sendFind(site, { ...findFields, ...fields });
  const { uuid } = (await answer.json()) as { uuid: string };
  await untilIdle(site);
  const { body } = await call<JourneyPost[]>("GET", "/api/journey-admin");
  return body.find((post) => post.uuid === uuid)!;
}

const asChange = (post: JourneyPost, change: Record<string, unknown> = {}) => ({
  rock_number: post.rock_number,
  location: post.location,
  date: post.date,
  comment: post.comment,
  name: post.name,
  email: post.email,
  show: post.show,
  latitude: post.latitude,
  longitude: post.longitude,
  ...change,
});

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
      posts: (await open<RockPost[]>("/api/rock-posts/301")).body.map(
        ({ uuid }) => uuid,
      ),
      pins: (await open<RockPin[]>("/api/rock-posts/locations/all")).body
        .filter(({ rock_number }) => rock_number === 301)
        .map(({ rps_key }) => rps_key),
      total: (await open<RockPost[]>("/api/rock-posts")).body.filter(
        ({ rock_number }) => rock_number === 301,
      ).length,
    });
    expect(await seen()).toEqual(hidden);

    const saved = await call<JourneyPost>(
      "PUT",
      `/api/journey-admin/${post.rps_key}`,
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

    const [shown] = (await open<RockPost[]>("/api/rock-posts/301")).body;
    expect(shown).toEqual({
      rock_number: 301,
      uuid: post.uuid,
      date: "2026-05-17",
      location: findFields.location,
      comment: findFields.comment,
      imagenames: [post.first_image_name],
      artists: [],
    });

    expect(
      (await call("POST", `/api/journey-admin/${post.rps_key}/toggle-show`))
        .body,
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
        "PUT",
        `/api/journey-admin/${post.rps_key}`,
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
      (await open<RockPin[]>("/api/rock-posts/locations/all")).body.filter(
        ({ rock_number }) => rock_number === rock,
      );
    expect(await pins(302)).toEqual([
      { rps_key: newer.rps_key, rock_number: 302, latitude: 20, longitude: 10 },
    ]);
    expect((await pins(0)).map(({ rps_key }) => rps_key)).toEqual(
      unknown.map(({ rps_key }) => rps_key),
    );

    expect(
      (await call("DELETE", `/api/journey-admin/${newer.rps_key}`)).status,
    ).toBe(204);
    expect((await pins(302)).map(({ rps_key }) => rps_key)).toEqual([
      older.rps_key,
    ]);
  });
});

describe("saving a post", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["latitude beyond the pole", { latitude: 91, longitude: 0 }, "latitude"],
    [
      "longitude beyond the date line",
      { latitude: 0, longitude: -180.5 },
      "longitude",
    ],
    ["one coordinate alone", { latitude: 1, longitude: null }, "coordinates"],
    [
      "coordinates that are no numbers",
      { latitude: "1", longitude: "2" },
      "latitude",
    ],
    ["a blank location", { location: " " }, "location"],
    ["a rock number of 100001", { rock_number: 100001 }, "rock_number"],
    ["a rock number of 1.5", { rock_number: 1.5 }, "rock_number"],
    ["a date that does not exist", { date: "2026-02-30" }, "date"],
    ["a show that is neither true nor false", { show: "yes" }, "show"],
  ])("refuses %s and changes nothing", async (_what, change, field) => {
    const post = await newFind();
    const answer = await call<{
      error: string;
      fields: Record<string, string>;
    }>("PUT", `/api/journey-admin/${post.rps_key}`, asChange(post, change));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toContain(field);
    expect(
      (await call<JourneyPost[]>("GET", "/api/journey-admin")).body,
    ).toContainEqual(post);
  });

  test("reads the 'coordinates' text only where both numbers are absent", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const { latitude: _lat, longitude: _lon, ...rest } = asChange(post);
    expect(
      (
        await call<JourneyPost>("PUT", path, {
          ...rest,
          coordinates: "12.5, -7",
        })
      ).body,
    ).toMatchObject({ latitude: 12.5, longitude: -7 });
    expect(
      (
        await call<JourneyPost>("PUT", path, {
          ...rest,
          coordinates: "12.5 -7",
        })
      ).body,
    ).toMatchObject({ latitude: null, longitude: null });
    expect(
      (
        await call<JourneyPost>("PUT", path, {
          ...rest,
          coordinates: "1, 2",
          latitude: 3,
          longitude: 4,
        })
      ).body,
    ).toMatchObject({ latitude: 3, longitude: 4 });
  });

  test("refuses a 'coordinates' text of two parts that are no numbers, and keeps the place it has", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const { latitude: _lat, longitude: _lon, ...rest } = asChange(post);
    await call("PUT", path, { ...rest, coordinates: "12.5, -7" });
    const refused = await call<Refused>("PUT", path, {
      ...rest,
      coordinates: "51.5N, 0.1W",
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({
      coordinates:
        "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
    });
    expect(
      (await call<JourneyPost[]>("GET", `/api/journey-admin?uuid=${post.uuid}`))
        .body[0],
    ).toMatchObject({ latitude: 12.5, longitude: -7 });
  });

  test("keeps that a find has no place on the map until it gets coordinates", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const nowhere = { latitude: null, longitude: null };
    const save = async (change: Record<string, unknown>) =>
      (await call<JourneyPost>("PUT", path, asChange(post, change))).body;
    expect(post.no_place).toBe(false);
    expect(await save({ ...nowhere, no_place: true })).toMatchObject({
      no_place: true,
    });
    expect(await save({ ...nowhere, comment: "Later." })).toMatchObject({
      no_place: true,
    });
    expect(await save({ latitude: 1, longitude: 2 })).toMatchObject({
      no_place: false,
      latitude: 1,
    });
    expect(
      await save({ latitude: 1, longitude: 2, no_place: true }),
    ).toMatchObject({ no_place: false, latitude: 1 });
  });

  test("answers with an ETag; an outdated If-Match gets 409 and changes nothing", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const first = await call<JourneyPost>(
      "PUT",
      path,
      asChange(post, { comment: "First." }),
    );
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"/);
    const second = await call<JourneyPost>(
      "PUT",
      path,
      asChange(post, { comment: "Second." }),
      { cookie, "If-Match": etag },
    );
    expect(second.status).toBe(200);
    const stale = await call<{ error: string }>(
      "PUT",
      path,
      asChange(post, { comment: "Third." }),
      { cookie, "If-Match": etag },
    );
    expect(stale.status).toBe(409);
    expect(
      (await call<JourneyPost[]>("GET", "/api/journey-admin")).body.find(
        (other) => other.rps_key === post.rps_key,
      )!.comment,
    ).toBe("Second.");
  });

  test("moves the folder with the rock number, so that the pictures stay", async () => {
    const post = await newFind({ rockNumber: "303" });
    await call(
      "PUT",
      `/api/journey-admin/${post.rps_key}`,
      asChange(post, { rock_number: 304, show: true }),
    );
    expect(existsSync(`${site.mediaDir}/rocks/303/${post.uuid}`)).toBe(false);
    expect(existsSync(`${site.mediaDir}/rocks/304/${post.uuid}/original`)).toBe(
      true,
    );
    const picture = (rock: number) =>
      fetch(
        `${site.baseURL}/media/rocks/${rock}/${post.uuid}/sm/${post.first_image_name}.webp`,
      );
    expect((await picture(304)).status).toBe(200);
    expect((await picture(303)).status).toBe(404);
  });

  test("keeps naughty text exactly as typed", async () => {
    const post = await newFind();
    const naughty = `<script>alert(1)</script> ' " \\ ; DROP TABLE rock_posts -- \u202e مرحبا 👩‍👩‍👧 \t`;
    const saved = await call<JourneyPost>(
      "PUT",
      `/api/journey-admin/${post.rps_key}`,
      asChange(post, { comment: naughty, location: naughty }),
    );
    expect(saved.body).toMatchObject({ comment: naughty, location: naughty });
  });
});

test("a move that a crash cut short is finished at the next start, and the pictures are served meanwhile", async () => {
  const own = await startSite();
  try {
    const answer = await sendFind(own, { ...findFields, rockNumber: "11" });
    const { uuid, images } = (await answer.json()) as {
      uuid: string;
      images: string[];
    };
    await untilIdle(own);
    await own.kill("SIGKILL");
    alter(
      own,
      "UPDATE rock_posts SET rock_number = 12, moving_from = 11, show = 1",
    );
    await own.restart();
    expect(existsSync(`${own.mediaDir}/rocks/11`)).toBe(false);
    expect(
      (
        await fetch(
          `${own.baseURL}/media/rocks/12/${uuid}/sm/${images[0]}.webp`,
        )
      ).status,
    ).toBe(200);
    expect(
      query(own, "SELECT rock_number, moving_from FROM rock_posts"),
    ).toEqual([{ rock_number: 12, moving_from: null }]);
  } finally {
    await own.stop();
  }
});

test("deleting a post or an image takes its rows and files together", async () => {
  const answer = await sendFind(site, { ...findFields, rockNumber: "305" }, [
    "plain.png",
    "orientation-6.jpg",
  ]);
  const { uuid } = (await answer.json()) as { uuid: string };
  await untilIdle(site);
  const post = (
    await call<JourneyPost[]>("GET", "/api/journey-admin")
  ).body.find((other) => other.uuid === uuid)!;
  const images = (
    await call<JourneyImage[]>(
      "GET",
      `/api/journey-admin/${post.rps_key}/images`,
    )
  ).body;
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
    (await call("DELETE", `/api/journey-admin/images/${images[0]!.rpi_key}`))
      .status,
  ).toBe(204);
  expect(existsSync(`${folder}/sm/${images[0]!.current_name}.webp`)).toBe(
    false,
  );
  expect(existsSync(`${folder}/sm/${images[1]!.current_name}.webp`)).toBe(true);
  expect(
    (await call("DELETE", `/api/journey-admin/${post.rps_key}`)).status,
  ).toBe(204);
  expect(existsSync(folder)).toBe(false);
  expect(
    (await call("DELETE", `/api/journey-admin/${post.rps_key}`)).status,
  ).toBe(404);
  expect(
    query(
      site,
      `SELECT count(*) AS n FROM rock_post_images WHERE rps_key = ${post.rps_key}`,
    ),
  ).toEqual([{ n: 0 }]);
});

describe("lists", () => {
  test("page through everything once, in order, by the Link header", async () => {
    const all = (
      await call<JourneyPost[]>("GET", "/api/journey-admin?sort=-date")
    ).body;
    const paged: JourneyPost[] = [];
    for (
      let next: string | undefined = "/api/journey-admin?sort=-date&limit=2";
      next;
    ) {
      const { body, headers }: { body: JourneyPost[]; headers: Headers } =
        await call<JourneyPost[]>("GET", next);
      paged.push(...body);
      next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  test("default to coordinates, blank ones first", async () => {
    const { body } = await call<JourneyPost[]>("GET", "/api/journey-admin");
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
    expect((await call("GET", `/api/journey-admin?${bad}`)).status).toBe(400);
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
  const answer = await call<{ error: string }>(method, path);
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
    path.endsWith("x") ? "PUT" : "GET",
    path,
    path.endsWith("x") ? {} : undefined,
  );
  expect(answer.status).toBe(404);
  expect(answer.body.error).toEqual(expect.any(String));
});

test("every admin call refuses a stranger and changes nothing", async () => {
  const post = await newFind();
  const images = (
    await call<JourneyImage[]>(
      "GET",
      `/api/journey-admin/${post.rps_key}/images`,
    )
  ).body;
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
      method,
      path,
      method === "GET" ? undefined : { show: true },
      {},
    );
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
  expect(
    (await call<JourneyPost[]>("GET", "/api/journey-admin")).body,
  ).toContainEqual(post);
});

test("limits refuse what is too much from one address, and a repeat of what arrived is still answered", async () => {
  const own = await startSite({ env: { UPLOAD_LIMITS: "2/1h" } });
  try {
    const fields = {
      ...findFields,
      submission_id: "2b0a4b0e-5f0e-4c0a-9d7e-1c2b3a4d5e6f",
    };
    expect((await sendFind(own, fields)).status).toBe(201);
    expect((await sendFind(own)).status).toBe(201);
    const refused = await sendFind(own);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await sendFind(own, fields)).status).toBe(200);
    expect(query(own, "SELECT count(*) AS n FROM rock_posts")).toEqual([
      { n: 2 },
    ]);
  } finally {
    await own.stop();
  }
});

test("MODERATION=off shows a find at once", async () => {
  const own = await startSite({ env: { MODERATION: "off" } });
  try {
    await sendFind(own);
    expect(
      (
        (await (
          await fetch(`${own.baseURL}/api/rock-posts/214`)
        ).json()) as RockPost[]
      ).length,
    ).toBe(1);
  } finally {
    await own.stop();
  }
});

test("a wrong setting stops the start with one line that names it", async () => {
  await expect(startSite({ env: { UPLOAD_MAX_MB: "many" } })).rejects.toThrow(
    /UPLOAD_MAX_MB is "many"; it takes a whole number from 1 to 200/,
  );
});
