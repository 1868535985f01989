import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { unpackPins } from "#domain/finds/packed-pins.ts";
import type {
  JourneyRoute,
  RockPin,
  PublicFind,
} from "#domain/finds/answers.ts";
import type { Place } from "#domain/places/answers.ts";
import type { CatalogueItem, RockTotals } from "#domain/rocks/answers.ts";
import {
  addPosts,
  addRocks,
  emptyRocks,
  keyOfPost,
} from "#tests/setup/calls/rocks.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => emptyRocks(site));

const get = (path: string, headers: Record<string, string> = {}) =>
  site.fetch(path, { headers });

async function read<Body>(path: string) {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Body;
}

test("GET /api/rock-posts/{rockNumber} lists a rock's shown posts, newest first, with all fields and those images only that are shown and made", async () => {
  addRocks(site, [[7, "Mina", "Ole"]]);
  const [older, newer] = await addPosts(site, [
    { rock: 7, date: "2026-01-02", location: "Harbour", pictures: 3 },
    { rock: 7, date: "2026-03-04", comment: "On a wall.", pictures: 1 },
    { rock: 7, date: "2026-05-06", show: false },
    { rock: 8 },
  ]);
  const key = keyOfPost(older!);
  site.alter(`UPDATE rock_post_images SET show = 0 WHERE rps_key = ${key} AND current_name = 'p1';
     UPDATE rock_post_images SET ready = 0 WHERE rps_key = ${key} AND current_name = 'p3'`);
  expect(await read<PublicFind[]>("/api/rock-posts/7")).toMatchObject([
    {
      rock_number: 7,
      uuid: newer,
      date: "2026-03-04",
      location: "A bench",
      comment: "On a wall.",
      imagenames: ["p1"],
      artists: ["Mina", "Ole"],
    },
    {
      rock_number: 7,
      uuid: older,
      date: "2026-01-02",
      location: "Harbour",
      comment: "There it lay.",
      imagenames: ["p2"],
      artists: ["Mina", "Ole"],
    },
  ]);
});

test("GET /api/rock-posts lists all shown posts, newest first by date, then by upload, in pages too", async () => {
  const uuids = await addPosts(
    site,
    Array.from({ length: 7 }, (_, index) => ({
      rock: index % 3,
      date: index < 4 ? "2026-02-02" : "2026-02-03",
      show: index !== 5,
    })),
  );
  for (const [index, uuid] of uuids.entries())
    site.alter(
      `UPDATE rock_posts SET create_dt = '2026-06-01T10:00:0${9 - index}.000Z' WHERE uuid = '${uuid}'`,
    );
  const expected = [4, 6, 0, 1, 2, 3].map((index) => uuids[index]);
  const all = await read<PublicFind[]>("/api/rock-posts");
  expect(all.map(({ uuid }) => uuid)).toEqual(expected);

  const paged: string[] = [];
  for (let next: string | undefined = "/api/rock-posts?limit=4"; next;) {
    const answer: Response = await get(next);
    paged.push(
      ...((await answer.json()) as PublicFind[]).map(({ uuid }) => uuid),
    );
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  expect(paged).toEqual(expected);
});

test("GET /api/rock-posts is complete and in order if it is longer than what is read at a time, and empty if there are no finds", async () => {
  expect(await read<PublicFind[]>("/api/rock-posts")).toEqual([]);
  const uuids = await addPosts(
    site,
    Array.from({ length: 1203 }, (_, index) => ({ rock: index % 40 })),
  );
  const all = await read<PublicFind[]>("/api/rock-posts");
  expect(all.map(({ uuid }) => uuid)).toEqual(uuids.reverse());
  const head = await site.fetch("/api/rock-posts", {
    method: "HEAD",
  });
  expect([head.status, head.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
});

test("GET /api/rock-posts/locations/all gives a rock one pin, where it was seen last; 0, 0 and ±180 are places", async () => {
  const [, , third, , fifth, , , eighth, ninth] = await addPosts(site, [
    { rock: 1, date: "2026-01-01", at: [50, 8] },
    { rock: 1, date: "2026-01-05" },
    { rock: 1, date: "2026-01-03", at: [0, 0] },
    { rock: 1, date: "2026-01-09", at: [9, 9], show: false },
    { rock: 2, at: [-90, 180] },
    { rock: 3 },
    { rock: 4, at: [1, 1], show: false },
    { rock: 0, at: [0, -180] },
    { rock: 0, at: [12.5, -7] },
  ]);
  const pin = (
    uuid: string | undefined,
    rock_number: number,
    at: number[],
  ) => ({
    rps_key: keyOfPost(uuid!),
    latitude: at[0],
    longitude: at[1],
    rock_number,
  });
  const pins = await read<RockPin[]>("/api/rock-posts/locations/all");
  expect(pins).toHaveLength(4);
  expect(pins).toEqual(
    expect.arrayContaining([
      pin(third, 1, [0, 0]),
      pin(fifth, 2, [-90, 180]),
      pin(eighth, 0, [0, -180]),
      pin(ninth, 0, [12.5, -7]),
    ]),
  );
});

describe("GET /api/rock-posts/locations/packed", () => {
  const pinsOf = async (answer: Response) =>
    unpackPins(new Uint8Array(await answer.arrayBuffer()));

  test("holds the same pins, and is fetched anew only when one has changed", async () => {
    await addPosts(site, [
      { rock: 5, at: [0, 0] },
      { rock: 0, at: [-90, -180] },
      { rock: 70_000, at: [55.55551, 180] },
    ]);
    const first = await get("/api/rock-posts/locations/packed");
    const etag = first.headers.get("etag")!;
    expect(await pinsOf(first)).toMatchObject([
      { rock_number: 0, latitude: -90, longitude: -180 },
      { rock_number: 5, latitude: 0, longitude: 0 },
      { rock_number: 70_000, latitude: 55.5555, longitude: 180 },
    ]);

    const again = () =>
      get("/api/rock-posts/locations/packed", { "If-None-Match": etag });
    expect((await again()).status).toBe(304);
    await addPosts(site, [{ rock: 6, at: [1, 1] }]);
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(await pinsOf(changed)).toHaveLength(4);
  });

  test("compressed for those who ask for it, takes no more than 0.4 of what the same pins take as JSON", async () => {
    await addPosts(
      site,
      Array.from({ length: 4000 }, (_, index) => ({
        rock: index * 7 + 1,
        at: [
          ((index * 7919) % 1_700_000) / 10_000 - 85,
          ((index * 104_729) % 3_600_000) / 10_000 - 180,
        ] as [number, number],
      })),
    );
    const json = await get("/api/rock-posts/locations/all");
    const { body: packed } = await ask("/api/rock-posts/locations/packed", {
      "Accept-Encoding": "gzip",
    });
    expect(unpackPins(gunzipSync(packed))).toHaveLength(4000);
    const { length } = gzipSync(await json.bytes());
    expect(packed.length / length).toBeLessThan(0.4);

    const plain = await get("/api/rock-posts/locations/packed", {
      "Accept-Encoding": "identity",
    });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await pinsOf(plain)).toHaveLength(4000);
  });
});

test("GET /api/rock-posts/totals counts rocks of the catalogue, and those of them with a shown post", async () => {
  addRocks(site, [[1], [2], [3]]);
  await addPosts(site, [
    { rock: 1 },
    { rock: 1 },
    { rock: 2, show: false },
    { rock: 99 },
  ]);
  expect(await read<RockTotals>("/api/rock-posts/totals")).toEqual({
    rocks_found: 1,
    total_rocks: 3,
  });
});

test("GET /api/rock-posts/allrocks is the whole catalogue by number, artists as one text, UNKNOWN if there is none", async () => {
  addRocks(site, [[30, "Mina", "Ole"], [4], [200, "Ole"]]);
  expect(await read<CatalogueItem[]>("/api/rock-posts/allrocks")).toEqual([
    { rock_number: 4, artists: "UNKNOWN" },
    { rock_number: 30, artists: "Mina, Ole" },
    { rock_number: 200, artists: "Ole" },
  ]);
});

describe("GET /api/rock-posts/{rockNumber}/route", () => {
  const route = (rock: number) =>
    read<JourneyRoute>(`/api/rock-posts/${rock}/route`);

  test("gives the stops in order, numbered as the journeys are, distance and countries", async () => {
    await addPosts(site, [
      { rock: 9, date: "2026-03-01", at: [48.8566, 2.3522], pictures: 2 },
      { rock: 9, date: "2026-01-01", at: [51.5074, -0.1278] },
      { rock: 9, date: "2026-02-01" },
      { rock: 9, date: "2026-02-15", at: [5, 5], show: false },
    ]);
    const { stops, legs, distance_km, countries } = await route(9);
    expect(
      stops.map(({ number, country, imagename }) => [
        number,
        country,
        imagename,
      ]),
    ).toEqual([
      [1, "United Kingdom", undefined],
      [3, "France", "p1"],
    ]);
    expect(legs).toHaveLength(1);
    expect(Math.abs(distance_km - 343.5)).toBeLessThan(1);
    expect(countries).toEqual(["United Kingdom", "France"]);
  });

  test("crosses the date line by the short way", async () => {
    await addPosts(site, [
      { rock: 9, date: "2026-01-01", at: [-17.7, 178] },
      { rock: 9, date: "2026-02-01", at: [-16, -179] },
    ]);
    const { legs, distance_km } = await route(9);
    expect(legs[0]).toHaveLength(2);
    expect(distance_km).toBeLessThan(400);
  });

  test("has no legs between finds of rock 0, which are of different rocks, and none for a rock nobody found", async () => {
    await addPosts(site, [
      { rock: 0, at: [0, 0] },
      { rock: 0, at: [10, 10] },
    ]);
    expect(await route(0)).toMatchObject({ legs: [], distance_km: 0 });
    expect((await route(0)).stops).toHaveLength(2);
    expect(await route(12)).toMatchObject({ stops: [], legs: [] });
    expect((await get("/api/rock-posts/100001/route")).status).toBe(400);
  });
});

test("GET /api/places finds towns by name, and answers a text that is none with an empty list", async () => {
  const [first] = await read<Place[]>("/api/places?q=Anstruther");
  expect(first).toMatchObject({ country: "United Kingdom" });
  expect(Math.round(first!.latitude)).toBe(56);
  expect(first).not.toHaveProperty("reason");
  expect(await read<Place[]>("/api/places?q=%F0%9F%AA%A8")).toEqual([]);
  expect(await read<Place[]>("/api/places?q=Loch%20Lomond&rock=0")).toEqual([]);
  expect((await get(`/api/places?q=${"x".repeat(300)}`)).status).toBe(400);
});

test("GET /api/places?near= names the nearest town of a rough place, and is not told a place more exactly", async () => {
  expect(await read<Place[]>("/api/places?near=56.22,-2.7")).toMatchObject([
    { name: "Anstruther", region: "Scotland", country: "United Kingdom" },
  ]);
  expect(await read<Place[]>("/api/places?near=-48.88,-123.39")).toEqual([]);
  for (const near of ["56.2211,-2.6986", "91,0", "0,181", "56.22", ",", "a,b"])
    expect((await get(`/api/places?near=${near}`)).status, near).toBe(400);
});

describe("/rocks/N", () => {
  const page = (path: string) => get(path, { Accept: "text/html" });

  test("is there for a rock that was found or is in the catalogue, and 404 for any other", async () => {
    addRocks(site, [[20]]);
    await addPosts(site, [{ rock: 21 }, { rock: 22, show: false }]);
    for (const [path, status] of [
      ["/rocks/20", 200],
      ["/rocks/21", 200],
      ["/rocks/22", 404],
      ["/rocks/23", 404],
      ["/rocks/x", 404],
      ["/rocks/1e2", 404],
      ["/rocks/-1", 404],
    ] as const)
      expect([path, (await page(path)).status]).toEqual([path, status]);
    expect((await page("/rocks/21?from=x")).status).toBe(400);
  });

  test("says in its head what is shared of it", async () => {
    await addPosts(site, [
      { rock: 21, date: "2026-01-01", at: [0, 0], pictures: 1 },
      { rock: 21, date: "2026-01-02", at: [0, 90] },
    ]);
    const html = await (await page("/rocks/21")).text();
    expect(html).toMatch(
      /<title>[^<]+'s Rock: 21 ·|<title>[^<]+&#x27;s Rock: 21 ·/,
    );
    expect(html).toContain("Found 2 times, 10,008 km (6,219 miles) travelled.");
    expect(html).toContain(`href="${site.baseURL}/rocks/21"`);
    const picture = /property="og:image" content="([^"]+)"/.exec(html)![1]!;
    expect(picture).toContain(`${site.baseURL}/share/rocks/21.jpg?v=`);
    expect((await fetch(picture)).status).toBe(200);
  });
});

test("nothing that everyone may read carries a visitor's name, address or tracker data", async () => {
  await addPosts(site, [{ rock: 21, at: [1, 2] }]);
  site.alter(`UPDATE rock_posts SET name = 'Secret Name', email = 'secret@example.org',
       suggestion = '{"latitude":77.7777,"longitude":66.6666,"accuracy":5,"source":"device"}'`);
  for (const path of [
    "/api/rock-posts",
    "/api/rock-posts/21",
    "/api/rock-posts/21/route",
    "/api/rock-posts/locations/all",
    "/track-the-rocks",
    "/rocks/21",
    "/map",
    "/feed.xml",
    "/rocks/21/feed.xml",
  ])
    expect(await (await get(path)).text()).not.toMatch(
      /Secret Name|secret@|77\.7777/,
    );
});
