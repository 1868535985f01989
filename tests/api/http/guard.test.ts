import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
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
  "/offline": "GET",
  "/healthz": "GET",
  "/api/upload-rock": "POST",
  "/api/uploads": "POST",
  "/api/uploads/:id": "HEAD PATCH DELETE",
  "/api/finds/states": "POST",
  // Their own tests prove that they need the find's key.
  "/api/finds/:uuid": "GET PUT DELETE",
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
/** A POST that stands for another method. Outside the API it stays a POST. */
const AS_POST = ["PUT as POST", "PATCH as POST", "DELETE as POST"];
/** Words that are only in hidden rows and in what only the admin sees. */
const SECRETS = ["hidden-words", "finder-of-it", "artists-relation"];

let uuid: string;
setUpSite();
beforeAll(async () => {
  ({ uuid } = await site.addFind({
    rockNumber: "214",
    location: "hidden-words",
    comment: "hidden-words",
    date: "2026-05-17",
    name: "finder-of-it",
    email: "finder-of-it@example.org",
  }));
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

const asData = (address: string) => `${address.replace(/\/$/, "/_root")}.data`;
const encoded = (address: string) =>
  address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** The ways to request an address. All calls are one route, so a second way is enough for each of them. */
function waysTo(address: string, ids: string[], isOpen: boolean) {
  if (ids[0] === "routes/api/call")
    return [address, `${address.toUpperCase()}/`];
  if (isOpen) return [address, asData(address)];
  return [
    address,
    asData(address),
    ...ids.flatMap((id) => [
      `${address}?_data=${encodeURIComponent(id)}`,
      `${asData(address)}?_routes=${encodeURIComponent(id)}`,
    ]),
    address.toUpperCase(),
    encoded(address),
    `${address}/`,
    `${address}?index`,
  ];
}

/** All rows and files, without the count of requests and what the site does by itself: its check, and pictures in the making. */
const everything = () => ({
  rows: site
    .tables()
    .filter((name) => !["reports", "site_files"].includes(name))
    .map((name) => [name, site.query(`SELECT * FROM "${name}"`)]),
  files: filesBelow(site.mediaDir)
    .filter((file) => !file.startsWith("tmp/derived/"))
    .map((file) => [file, sumOf(readFileSync(site.inStore(file)))]),
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
    for (const way of waysTo(plain, ids, methods.length > 0))
      for (const method of way === plain
        ? ["GET", "POST", "PUT", "PATCH", "DELETE", ...AS_POST]
        : ["GET", "POST"]) {
        const [sent = "", meant = sent] = method.split(" as ").reverse();
        const isOpen = methods.includes(meant);
        // What everybody may send has tests of its own.
        if (isOpen && method !== "GET") continue;
        const answer = await site.fetch(way, {
          method: sent,
          redirect: "manual",
          headers: {
            ...(sent !== meant && { "X-HTTP-Method-Override": meant }),
            "Content-Type": "application/json",
            // Hundreds of answers needn't be compressed.
            "Accept-Encoding": "identity",
          },
          body: method === "GET" ? undefined : '{"show":true}',
        });
        const text = await answer.text();
        for (const secret of SECRETS)
          if (text.includes(secret))
            open.push(`${method} ${way} tells of ${secret}`);
        if (!isOpen && !isRefusal(answer, way, text))
          open.push(`${method} ${way}: ${answer.status}`);
      }
  }
  expect(open).toEqual([]);
  expect(everything()).toEqual(before);
});
