import { beforeEach, expect, test } from "vitest";
import { unpackPins } from "#domain/finds/packed-pins.ts";
import type { JourneyRoute, PublicFind } from "#domain/finds/answers.ts";
import type { Place } from "#domain/places/answers.ts";
import {
  addPosts,
  addRocks,
  emptyRocks,
  keyOfPost,
} from "#tests/setup/calls/rocks.ts";
import {
  get,
  setUpSite,
  site,
  statusAt,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => emptyRocks(site));

async function read<Body>(path: string) {
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Body;
}

test("GET /api/rock-posts lists all shown posts, newest first by date, then by upload, in pages too", async () => {
  expect(await read<PublicFind[]>("/api/rock-posts")).toEqual([]);
  // More than are read at a time.
  const uuids = await addPosts(
    site,
    Array.from({ length: 1203 }, (_, index) => ({
      rock: index % 40,
      date: index < 4 ? "2026-02-03" : "2026-02-02",
      show: index !== 5,
    })),
  );
  const expected = [
    ...uuids.slice(0, 4).reverse(),
    ...uuids.slice(6).reverse(),
    uuids[4]!,
  ];
  const all = await read<PublicFind[]>("/api/rock-posts");
  expect(all.map(({ uuid }) => uuid)).toEqual(expected);
  const first = await get("/api/rock-posts?limit=3");
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
  const pages = [
    ...((await first.json()) as PublicFind[]),
    ...(await read<PublicFind[]>(next)),
  ];
  expect(pages.map(({ uuid }) => uuid)).toEqual(expected.slice(0, 6));
});

test("GET /api/rock-posts/locations/packed holds the pins, and is fetched anew only when one has changed", async () => {
  const path = "/api/rock-posts/locations/packed";
  const pinsOf = async (answer: Response) => unpackPins(await answer.bytes());
  await addPosts(site, [
    { rock: 5, at: [0, 0] },
    { rock: 0, at: [-90, -180] },
    { rock: 70_000, at: [55.55551, 180] },
  ]);
  const first = await get(path);
  expect(await pinsOf(first)).toMatchObject([
    { rock_number: 0, latitude: -90, longitude: -180 },
    { rock_number: 5, latitude: 0, longitude: 0 },
    { rock_number: 70_000, latitude: 55.5555, longitude: 180 },
  ]);
  expect(await read("/api/rock-posts/locations/all")).toHaveLength(3);
  const ifChanged = { "If-None-Match": first.headers.get("etag")! };
  expect(await statusAt(path, ifChanged)).toBe(304);
  await addPosts(site, [{ rock: 6, at: [1, 1] }]);
  expect(await pinsOf(await get(path, ifChanged))).toHaveLength(4);
});

test("GET /api/rock-posts/locations/places has the finders' words of pins, or the nearest town, without what is not on the map", async () => {
  const [, , , washedOff] = await addPosts(site, [
    { rock: 1, at: [35.9, 14.51], location: "Valletta, Malta" },
    { rock: 2, at: [52.52, 13.4], location: " " },
    { rock: 3, at: [1, 1], location: "Hidden", show: false },
    { rock: 0, at: [-60, -120], location: " " },
  ]);
  const pin = `0-${keyOfPost(washedOff!)}`;
  const places = await read<{ pin: string; place: string }[]>(
    `/api/rock-posts/locations/places?pins=1,2,3,4,${pin},0-999999`,
  );
  expect(new Map(places.map(({ pin, place }) => [pin, place]))).toEqual(
    new Map([
      ["1", "Valletta, Malta"],
      ["2", "Berlin, Germany"],
      [pin, ""],
    ]),
  );
});

test("GET /api/rock-posts/allrocks is the whole catalogue by number, and totals count it and those of it with a shown post", async () => {
  addRocks(site, [[30, "Mina", "Ole"], [4], [200, "Ole"]]);
  await addPosts(site, [
    { rock: 30 },
    { rock: 30 },
    { rock: 4, show: false },
    { rock: 99 },
  ]);
  expect(await read("/api/rock-posts/allrocks")).toEqual([
    { rock_number: 4, artists: "UNKNOWN" },
    { rock_number: 30, artists: "Mina, Ole" },
    { rock_number: 200, artists: "Ole" },
  ]);
  const totals = { rocks_found: 1, total_rocks: 3 };
  expect(await read("/api/rock-posts/totals")).toEqual(totals);
});

test("GET /api/rock-posts/{rockNumber}/route gives the stops in order, numbered as the journeys are, distance and countries", async () => {
  const route = (rock: number) =>
    read<JourneyRoute>(`/api/rock-posts/${rock}/route`);
  await addPosts(site, [
    { rock: 9, date: "2026-03-01", at: [48.8566, 2.3522], pictures: 2 },
    { rock: 9, date: "2026-01-01", at: [51.5074, -0.1278] },
    { rock: 9, date: "2026-02-01" },
    { rock: 9, date: "2026-02-15", at: [5, 5], show: false },
    { rock: 0, at: [0, 0] },
    { rock: 0, at: [10, 10] },
  ]);
  const { stops, legs, distance_km, countries } = await route(9);
  expect(
    stops.map(({ number, country, imagename }) => [number, country, imagename]),
  ).toEqual([
    [1, "United Kingdom", undefined],
    [3, "France", "p1"],
  ]);
  expect(legs).toHaveLength(1);
  expect(Math.abs(distance_km - 343.5)).toBeLessThan(1);
  expect(countries).toEqual(["United Kingdom", "France"]);
  // Finds of rock 0 are of different rocks.
  for (const unknown of [0, 12])
    expect(await route(unknown)).toMatchObject({ stops: [], legs: [] });
  for (const address of ["1e3", "%207/route", "100001"])
    expect(await statusAt(`/api/rock-posts/${address}`), address).toBe(400);
});

test("GET /api/places finds towns by name, or the nearest of a rough place", async () => {
  const [first] = await read<Place[]>("/api/places?q=Anstruther");
  expect(first).toMatchObject({ country: "United Kingdom" });
  expect(first).not.toHaveProperty("reason");
  expect(await read("/api/places?near=56.22,-2.7")).toMatchObject([
    { name: "Anstruther", region: "Scotland", country: "United Kingdom" },
  ]);
  for (const query of ["q=Loch%20Lomond&rock=0", "near=-48.88,-123.39"])
    expect(await read(`/api/places?${query}`)).toEqual([]);
  const long = `q=${"x".repeat(300)}`;
  // The last is more exact than anybody should tell.
  for (const query of [long, "near=91,0", "near=a,b", "near=56.2211,-2.6986"])
    expect(await statusAt(`/api/places?${query}`), query).toBe(400);
});

test("/rocks/N is there for a rock that was found or is in the catalogue, and says in its head what is shared of it", async () => {
  addRocks(site, [[20]]);
  await addPosts(site, [
    { rock: 21, date: "2026-01-01", at: [0, 0], pictures: 1 },
    { rock: 21, date: "2026-01-02", at: [0, 90] },
    { rock: 22, show: false },
  ]);
  for (const [name, status] of [
    ["20", 200],
    ["21?from=x", 400],
    ...["22", "23", "x", "1e2"].map((name) => [name, 404] as const),
  ] as const)
    expect(await statusAt(`/rocks/${name}`), name).toBe(status);
  const html = await textAt("/rocks/21");
  expect(html).toMatch(/<title>[^<]+('|&#x27;)s Rock: 21 ·/);
  expect(html).toContain("Found 2 times, 10,008 km (6,219 miles) travelled.");
  expect(html).toContain(`href="${site.baseURL}/rocks/21"`);
});

test("/feed.xml and /rocks/N/feed.xml are Atom feeds of the newest shown finds, of all rocks or of one, with their pictures", async () => {
  const [newest, , , hidden] = await addPosts(site, [
    { rock: 3, date: "2026-05-02", location: "B & B", pictures: 1 },
    { rock: 3, date: "2026-05-01" },
    { rock: 4, date: "2026-05-01" },
    { rock: 3, show: false },
  ]);
  addRocks(site, [[9]]);
  site.alter(`UPDATE rock_posts SET lang = 'de' WHERE uuid = '${newest}'`);
  for (const [address, page, entries] of [
    ["/feed.xml", "/sudc", 3],
    ["/rocks/3/feed.xml", "/rocks/3", 2],
  ] as const) {
    expect(await textAt(page)).toContain(`href="${address}"`);
    const answer = await get(address);
    const type = answer.headers.get("content-type");
    expect(type).toMatch(/^application\/atom\+xml/);
    const xml = await answer.text();
    expect(xml.match(/<entry>/g)).toHaveLength(entries);
    for (const part of [
      `<id>urn:uuid:${newest}</id>`,
      "<title>Rock 3: B &amp; B</title>",
      "<updated>2026-05-02T00:00:00Z</updated>",
      'xml:lang="en">\n  <id>',
      '<content type="html" xml:lang="de">',
      "2 May 2026&quot; lang=&quot;en&quot;",
      `rel="enclosure" type="image/webp" href="${site.baseURL}/media/rocks/3/${newest}/webp/p1.webp"`,
      `rel="self" type="application/atom+xml" href="${site.baseURL}${address}"`,
    ])
      expect(xml).toContain(part);
    expect(xml).not.toContain(hidden);
    const ifChanged = { "If-None-Match": answer.headers.get("etag")! };
    expect(await statusAt(address, ifChanged)).toBe(304);
    expect(await statusAt("/rocks/9/feed.xml", ifChanged)).toBe(200);
  }
  const all = await textAt("/feed.xml");
  expect(all.indexOf("Rock 3")).toBeLessThan(all.indexOf("Rock 4"));
  // Nobody knows the language of the other two.
  expect(all.match(/<content type="html">/g)).toHaveLength(2);
  expect(await textAt("/rocks/9/feed.xml")).not.toContain("<entry>");
  for (const rock of ["8", "x"])
    expect(await statusAt(`/rocks/${rock}/feed.xml`)).toBe(404);
});
