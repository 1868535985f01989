import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  alter,
  query,
  sendFind,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { publicPages, readAddresses } from "#tests/setup/routes.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

/** What everybody may do: addresses as in the route table, and their methods. All else is the admin's. */
const OPEN: Record<string, string> = {
  ...Object.fromEntries(publicPages.map(({ path }) => [path, "GET"])),
  // Its key is asked for by the page's own tests.
  "/finds/:uuid": "GET POST",
  "/login": "GET POST",
  "/logout": "GET POST",
  "/*": "GET",
  "/feed.xml": "GET",
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
  // Its key is asked for by its own tests.
  "/api/finds/:uuid/:kind/:image": "GET",
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

/** Words that stand in nothing but hidden rows and what only the admin sees. */
const SECRETS = ["hidden-words", "finder-of-it", "artists-relation"];

let uuid: string;
// With a token set, so that the metrics are there to be refused.
setUpSite({
  env: { UPLOAD_LIMITS: "off", METRICS_TOKEN: "known-to-the-operator" },
});
beforeAll(async () => {
  const answer = await sendFind(site, {
    rockNumber: "214",
    location: "hidden-words",
    comment: "hidden-words",
    date: "2026-05-17",
    name: "finder-of-it",
    email: "finder-of-it@example.org",
  });
  ({ uuid } = (await answer.json()) as { uuid: string });
  alter(
    site,
    `INSERT INTO users (display_name, relation) VALUES ('Ida', 'artists-relation');
     INSERT INTO rocks (rc_key, rock_number, comment, original_file, ready) VALUES (1, 214, 'hidden-words', 'x.png', 1);
     INSERT INTO albums (pa_key, name, "desc", show, order_num) VALUES (1, 'lake', 'hidden-words', 0, 1);
     INSERT INTO photos (p_key, pa_key, original_file, name, "desc", order_num, show, ready) VALUES (1, 1, '0.jpg', '0.webp', 'hidden-words', 1, 1, 1)`,
  );
  await untilIdle(site);
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

/** One address in all the ways in which it can be asked for. */
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

/** All but what counts the asking. */
const everything = () => ({
  rows: query<{ name: string }>(
    site,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
     AND name <> 'rate_limits'`,
  ).map(({ name }) => [name, query(site, `SELECT * FROM "${name}"`)]),
  files: filesBelow(site.mediaDir).map((file) => [
    file,
    createHash("sha256")
      .update(readFileSync(path.join(site.mediaDir, file)))
      .digest("hex"),
  ]),
});

/** Whether an answer says no, or sends on: to the sign-in, or to the same address without its slash. */
function isRefusal({ status, headers }: Response, way: string, text: string) {
  const to = headers.get("location") ?? headers.get("x-remix-redirect");
  if (to !== null) return to === "/login" || `${to}/` === way;
  // How a redirect is told to a page that loads data alone.
  if (status === 202) return text.includes('"/login"');
  return [400, 401, 403, 404, 405].includes(status);
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
    for (const way of waysTo(withKeys(address), ids))
      for (const method of METHODS) {
        const asked = `${method} ${way}`;
        const isOpen =
          methods.includes(method) ||
          (method === "HEAD" && methods.includes("GET"));
        // What everybody may send is what its own tests are about.
        if (isOpen && !["GET", "HEAD"].includes(method)) continue;
        const answer = await fetch(`${site.baseURL}${way}`, {
          method,
          redirect: "manual",
          headers: { "Content-Type": "application/json" },
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
}, 300_000);

test("an admin screen's own data is refused without its guard's screen too", async () => {
  for (const [way, id] of [
    ["/admin.data", "routes/admin/dashboard"],
    ["/admin/rocks.data", "routes/admin/rocks"],
    ["/admin/users.data", "routes/admin/users"],
    ["/admin/journey.data", "routes/admin/journey"],
    ["/admin/jobs.data", "routes/admin/jobs"],
  ] as const) {
    const answer = await fetch(
      `${site.baseURL}${way}?_routes=${encodeURIComponent(id)}`,
      { redirect: "manual" },
    );
    expect([way, answer.status]).toEqual([way, 202]);
    expect(await answer.text()).toContain("/login");
  }
});
