import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { isAddress, PAGES } from "#app/pages.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { openRequest } from "#tests/setup/calls/open-request.ts";
import {
  cookie,
  send,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(async () => {
  addRocks(site, [[1, "Mina"], [2]]);
  await addPosts(site, [
    { rock: 1, at: [50, 8], pictures: 2 },
    { rock: 1, at: [51, 9] },
    { rock: 2, date: "2026-05-18", pictures: 1 },
  ]);
  for (const name of ["sea", "lake"])
    await addAlbum(site, { name, photos: [{}, {}] });
});

const CACHED = PAGES.filter(({ cache }) => cache);
const CALLS = [
  "/api/rock-posts",
  "/api/rock-posts?limit=20",
  "/api/rock-posts/1",
  "/api/rock-posts/locations/all",
  "/api/rock-posts/totals",
  "/api/rock-posts/allrocks",
  "/api/albums",
  "/api/albums/1/photos",
  "/track-the-rocks.data",
  "/_root.data",
];

test.each([
  ...CACHED.filter(isAddress).map(({ path }) => path),
  "/api/rock-posts?limit=20",
  "/api/albums/1/photos",
  "/track-the-rocks.data",
])(
  "%s is the same in every encoding, and 304 for who has it",
  async (address) => {
    const plain = await ask(address);
    const brotli = await ask(address, { "Accept-Encoding": "gzip, br" });
    const gzip = await ask(address, { "Accept-Encoding": "gzip, br;q=0" });
    expect(plain.status).toBe(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers["cache-control"]).toBe("no-cache");
    expect(plain.headers.vary).toContain("Accept-Encoding");
    expect(brotli.headers.etag).toBe(plain.headers.etag);
    expect(gzip.headers.etag).toBe(plain.headers.etag);
    if (plain.body.length > 512) {
      expect(brotli.headers["content-encoding"]).toBe("br");
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    }
    const again = await ask(address, { "If-None-Match": plain.headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(plain.headers.etag);
    const other = await ask(address, { "If-None-Match": '"other"' });
    expect(other.status).toBe(200);
  },
);

const emptyCache = () =>
  site.alter("UPDATE users SET relation = relation || '.' WHERE ra_key = 1");

const textOf = async (address: string) => (await ask(address)).body.toString();
test("what another process writes is there from the next request on", async () => {
  await ask("/");
  site.alter("INSERT INTO site_texts VALUES ('site_name', 'Stones Abroad')");
  expect(await textOf("/")).toContain("Stones Abroad");
});

test("an admin's answers are neither cached nor answered from the cache", async () => {
  site.alter("UPDATE albums SET show = 0 WHERE pa_key = 2");
  const visitor = await ask("/api/albums");
  const admin = await ask("/api/albums", { cookie });
  const visitorAgain = await ask("/api/albums");
  expect(JSON.parse(admin.body.toString())).toHaveLength(2);
  expect(JSON.parse(visitor.body.toString())).toHaveLength(1);
  expect(visitorAgain.body.equals(visitor.body)).toBe(true);
  expect(admin.headers["cache-control"]).toBe("no-store");
  const page = await ask("/", { cookie });
  expect(page.headers["content-security-policy"]).toContain("'nonce-");
});

/** How long a rendered page's nonce stays the same shows whether it came from the cache: that has none. */
const policyOf = async (headers: Record<string, string>) =>
  (await ask("/track-the-rocks", headers)).headers["content-security-policy"];

test("a cookie that opens no session does not have a page rendered anew", async () => {
  const visitor = await policyOf({});
  const ended = await site.signIn();
  expect(await policyOf({ cookie: ended })).toContain("'nonce-");
  await statusOf("POST /logout", undefined, { cookie: ended });
  const name = cookie.split("=")[0]!;
  const made = [
    "admin=none",
    `${name}=${Buffer.from('"x"').toString("base64")}.made-up`,
    `${cookie.slice(0, -3)}AAA`,
    ended,
    `a=b; ${ended}; admin=`,
  ];
  for (const cookie of made) {
    expect(visitor).not.toContain("'nonce-");
    expect(await policyOf({ cookie })).toBe(visitor);
    const answer = await ask("/api/albums", { cookie });
    expect(answer.headers["cache-control"]).toBe("no-cache");
  }

  // The first one after a change is rendered as for everybody, too.
  emptyCache();
  const first = await ask("/track-the-rocks", { cookie: "admin=none" });
  const second = await ask("/track-the-rocks");
  expect(first.headers["content-security-policy"]).toBe(visitor);
  expect(second.body.equals(first.body)).toBe(true);
});

test("HEAD tells what GET would, without a body, whichever comes first", async () => {
  const packed = { "Accept-Encoding": "br" };
  for (const address of ["/all-rocks", "/api/rock-posts/locations/all"]) {
    emptyCache();
    const before = await ask(address, packed, "HEAD");
    const whole = await ask(address, packed);
    const after = await ask(address, packed, "HEAD");
    for (const { status, body, headers } of [before, after]) {
      expect([status, body.length]).toEqual([200, 0]);
      for (const name of ["etag", "content-length", "content-type"])
        expect(headers[name]).toBe(whole.headers[name]);
    }
  }
});

test("an answer is the same whatever Host it was asked of, and refusals and redirects are answered as they are", async () => {
  const plain = await ask("/map");
  const other = await ask("/map", { Host: "rocks.example.org" });
  expect(other.body.equals(plain.body)).toBe(true);
  expect(plain.body.toString()).toContain(`${site.baseURL}/map`);
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await ask("/api/rock-posts?limit=0");
    expect([status, headers.etag]).toEqual([400, undefined]);
    expect((await ask("/photos/")).headers.location).toBe("/photos");
  }
});

test("of a page's data only those are answered that the browser names", async () => {
  for (const { path, file } of CACHED) {
    // Its texts come with the root's data.
    if (path === "/privacy") continue;
    const page = path === "/" ? "/_root" : path.replace(":rockNumber", "1");
    const id = `routes/${file}`;
    const data = await textOf(`${page}.data?_routes=${id},made-up`);
    expect(data).toContain(`"${id}"`);
    expect(data).not.toContain('"root"');
  }
});

test("who waits gets the answer though the one it was begun for has gone away", async () => {
  for (let round = 0; round < 3; round++) {
    emptyCache();
    const first = openRequest(site, "/track-the-rocks", 0, {}, "GET");
    const others = Array.from({ length: 6 }, () => ask("/track-the-rocks"));
    first.cut();
    for (const other of await Promise.all(others))
      expect(other.status).toBe(200);
  }
});

/** A change of each group of public data. Which changes are of which group is tested in domain/public-data. */
const CHANGES: [string, string, string, object][] = [
  ["a find is changed", "PUT", "/journey-admin/1", { location: "The pier" }],
  ["a find is hidden", "PUT", "/journey-admin/2", { show: false }],
  ["an artist is renamed", "PUT", "/users/2", { display_name: "Ole" }],
  ["a photo is changed", "PUT", "/albums/photos/1", { display_name: "Dawn" }],
  ["a name changes", "PUT", "/site-texts", { memorial_name: "Ada" }],
];
const READS = [
  ...CALLS,
  "/photos.data?album=1",
  "/all-rocks.data",
  "/map.data",
  "/rocks/1.data",
  "/sudc.data",
  "/privacy.data",
  "/api/rock-posts/1/route",
  "/feed.xml",
  "/rocks/1/feed.xml",
  "/sitemap.xml",
];

test("every answer is at once as it is without a cache, whatever changes", async () => {
  for (const read of READS) await ask(read);
  for (const [what, method, address, body] of CHANGES) {
    const changed = await send(`${method} /api${address}`, body);
    expect(changed.ok, `${what}: ${await changed.text()}`).toBe(true);
    const cached = new Map<string, string>();
    for (const read of READS) cached.set(read, await textOf(read));
    emptyCache();
    for (const read of READS)
      expect(cached.get(read), `${read} when ${what}`).toBe(await textOf(read));
  }
});
