import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { filesBelow } from "#tests/setup/files.ts";
import { publicPages, readAddresses } from "#tests/setup/routes.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

/** What everybody may request: addresses as in the route table, with their methods. Only the admin may do the rest. */
const OPEN: Record<string, string> = {
  ...Object.fromEntries(publicPages.map(({ path }) => [path, "GET"])),
  // The page's own tests prove that it needs the find's key.
  "/finds/:uuid": "GET POST",
  "/login": "GET POST",
  "/logout": "GET POST",
  "/*": "GET",
  "/feed.xml": "GET",
  "/screen": "GET",
  "/rocks/:rockNumber/feed.xml": "GET",
  "/logo.webp": "GET",
  "/media/*": "GET",
  "/robots.txt": "GET",
  "/sitemap.xml": "GET",
  "/manifest.webmanifest": "GET",
  "/healthz": "GET",
  "/api/upload-rock": "POST",
  "/api/uploads": "POST",
  "/api/uploads/:id": "HEAD PATCH DELETE",
  "/api/finds/states": "POST",
  // Their own tests prove that they need the find's key.
  "/api/finds/:uuid": "GET",
  "/api/finds/:uuid/:kind/:image": "GET",
  "/api/setup": "GET",
  "/api/rocks/:rockNumber/follow": "POST",
  // Its own tests prove that it needs a follower's key.
  "/api/follow/one-click": "GET POST",
  "/api/rock-count": "POST",
  "/api/ip": "GET",
  "/api/openapi.json": "GET",
  "/api/rock-posts": "GET",
  "/api/rock-posts/locations/all": "GET",
  "/api/rock-posts/locations/packed": "GET",
  "/api/rock-posts/locations/places": "GET",
  "/api/rock-posts/totals": "GET",
  "/api/rock-posts/allrocks": "GET",
  "/api/rock-posts/:rockNumber": "GET",
  "/api/rock-posts/:rockNumber/route": "GET",
  "/api/rock-posts/:rockNumber/summary": "GET",
  "/api/places": "GET",
  "/api/albums": "GET",
  "/api/albums/:paKey/photos": "GET",
};
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** One for the loader, and two for the action. Which code answers the others was seen at the address itself. */
const METHODS_OF_OTHER_WAYS = ["GET", "POST", "DELETE"];

/** Words that are only in hidden rows and in what only the admin sees. */
const SECRETS = ["hidden-words", "finder-of-it", "artists-relation"];

let uuid: string;
// A token turns the metrics on, so that they can be refused.
setUpSite({
  env: { UPLOAD_LIMITS: "off", METRICS_TOKEN: "known-to-the-operator" },
});
beforeAll(async () => {
  const answer = await site.sendFind({
    rockNumber: "214",
    location: "hidden-words",
    comment: "hidden-words",
    date: "2026-05-17",
    name: "finder-of-it",
    email: "finder-of-it@example.org",
  });
  ({ uuid } = (await answer.json()) as { uuid: string });
  site.alter(`INSERT INTO users (display_name, relation) VALUES ('Ida', 'artists-relation');
     INSERT INTO rocks (rc_key, rock_number, comment, original_file, ready) VALUES (1, 214, 'hidden-words', 'x.png', 1);
     INSERT INTO albums (pa_key, name, "desc", show, order_num) VALUES (1, 'lake', 'hidden-words', 0, 1);
     INSERT INTO photos (p_key, pa_key, original_file, name, "desc", order_num, show, ready) VALUES (1, 1, '0.jpg', '0.webp', 'hidden-words', 1, 1, 1)`);
  await site.untilIdle();
});

const withKeys = (address: string) =>
  address
    .replace(":uuid", uuid)
    .replace(":rockNumber", "214")
    .replace(":jobId", "x")
    .replace(":file", "journeys.csv")
    .replace(":reason", "x")
    .replace(/:\w+/g, "1")
    .replace("*", "nothing/here");

const encoded = (address: string) =>
  address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** All the ways to request one address. */
const waysTo = (address: string, ids: string[]) => [
  address,
  `${address.replace(/\/$/, "/_root")}.data`,
  ...ids.flatMap((id) => [
    `${address}?_data=${encodeURIComponent(id)}`,
    `${address}.data?_routes=${encodeURIComponent(id)}`,
  ]),
  address.toUpperCase(),
  encoded(address),
  `${address}/`,
  `${address}?index`,
];

/** All rows and files, without the count of requests and what the site does by itself: its check, and pictures in the making. */
const everything = () => ({
  rows: site
    .query<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
     AND name NOT IN ('reports', 'site_files')`,
    )
    .map(({ name }) => [name, site.query(`SELECT * FROM "${name}"`)]),
  files: filesBelow(site.mediaDir)
    .filter((file) => !file.startsWith("tmp/derived/"))
    .map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(path.join(site.mediaDir, file)))
        .digest("hex"),
    ]),
});

/** Whether an answer refuses, or redirects to the sign-in or to the same address without its slash. */
function isRefusal({ status, headers }: Response, way: string, text: string) {
  const to = headers.get("location") ?? headers.get("x-remix-redirect");
  if (to !== null) return to === "/login" || `${to}/` === way;
  // Remix answers a request for data alone with 202 instead of a redirect.
  if (status === 202) return text.includes('"/login"');
  return [400, 401, 403, 404, 405, 410].includes(status);
}

test("the built route table holds nothing open but the public list", async () => {
  const addresses = await readAddresses();
  expect(addresses.map(({ address }) => address)).toEqual(
    expect.arrayContaining([...Object.keys(OPEN), "/admin", "/admin/rocks"]),
  );
  const before = everything();
  const open: string[] = [];
  for (const { address, ids } of addresses) {
    const methods = OPEN[address]?.split(" ") ?? [];
    const plain = withKeys(address);
    for (const way of waysTo(plain, ids))
      for (const method of way === plain ? METHODS : METHODS_OF_OTHER_WAYS) {
        const asked = `${method} ${way}`;
        const isOpen =
          methods.includes(method) ||
          (method === "HEAD" && methods.includes("GET"));
        // What everybody may send has tests of its own.
        if (isOpen && !["GET", "HEAD"].includes(method)) continue;
        const answer = await site.fetch(way, {
          method,
          redirect: "manual",
          headers: {
            "Content-Type": "application/json",
            // Thousands of answers needn't be compressed.
            "Accept-Encoding": "identity",
          },
          body: ["GET", "HEAD"].includes(method) ? undefined : '{"show":true}',
        });
        const text = await answer.text();
        for (const secret of SECRETS)
          if (text.includes(secret)) open.push(`${asked} tells of ${secret}`);
        if (!isOpen && !isRefusal(answer, way, text))
          open.push(`${asked}: ${answer.status}`);
      }
  }
  expect(open).toEqual([]);
  expect(everything()).toEqual(before);
});

test("an admin screen's own data is refused without its guard's screen too", async () => {
  for (const [way, id] of [
    ["/admin.data", "routes/admin/dashboard"],
    ["/admin/rocks.data", "routes/admin/rocks"],
    ["/admin/users.data", "routes/admin/users"],
    ["/admin/journey.data", "routes/admin/journey"],
    ["/admin/jobs.data", "routes/admin/jobs"],
  ] as const) {
    const answer = await site.fetch(
      `${way}?_routes=${encodeURIComponent(id)}`,
      { redirect: "manual" },
    );
    expect([way, answer.status]).toEqual([way, 202]);
    expect(await answer.text()).toContain("/login");
  }
});
