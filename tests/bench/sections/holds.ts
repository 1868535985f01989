import { request } from "node:http";
import { publicAddresses } from "#tests/setup/routes.ts";
import { signIn } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { changeSomething } from "../data.ts";
import { BROWSERS, get } from "../load.ts";

/** The settings of a site whose holds can be measured. */
export const HOLDS = {
  NODE_OPTIONS: "--import ./tests/bench/peers/longest-hold.mjs",
};
const SAYS = "longest hold: ";

/** Tries per address. The shortest counts, because another process on the core makes the same work take longer. */
const TRIES = 3;
/** A long list is read so far. */
const BYTES_MAX = 2_000_000;

const PUBLIC = (rock: number) => [
  ...publicAddresses,
  "/sitemap.xml",
  "/sitemap/1.xml",
  "/feed.xml",
  "/api/rock-posts",
  "/api/rock-posts?limit=100",
  "/api/rock-posts/allrocks",
  "/api/rock-posts/locations/all",
  "/api/rock-posts/locations/packed",
  "/api/rock-posts/totals",
  `/api/rock-posts/${rock}`,
  `/api/rock-posts/${rock}/route`,
  `/api/rock-posts/${rock}/summary`,
  `/rocks/${rock}`,
  `/rocks/${rock}/print`,
  "/photos/1/print",
  `/all-rocks?after=${rock}`,
  "/api/albums",
  "/api/albums/1/photos",
  "/api/places?q=anst",
  "/api/openapi.json",
  "/healthz",
];
const ADMIN = [
  "/admin",
  "/admin/review",
  "/admin/jobs",
  "/admin/users",
  "/admin/albums",
  "/admin/site",
  "/admin/trash",
  "/api/rocks",
  "/api/journey-admin",
  "/api/users",
  "/api/albums",
  "/api/jobs",
  "/api/trash",
  "/api/review",
  "/api/export/rocks.csv",
  "/api/export/journeys.csv",
  "/api/export/journeys.geojson",
  "/api/export/history.csv",
];
const TABLES = ["/admin/rocks", "/admin/journey"];

export interface Hold {
  address: string;
  /** The longest time that the site's main thread did nothing else, in milliseconds. */
  ms: number;
}

/** Measures how long reads hold the site's main thread at most, each as the first one after a change. */
export async function measureHolds(site: Site, rocks: number): Promise<Hold[]> {
  const cookie = await signIn(site);
  const holds: Hold[] = [];
  const measure = async (address: string, headers: Record<string, string>) => {
    const tries: number[] = [];
    for (let n = 0; n < TRIES; n++) {
      changeSomething(site);
      await longestHold(site);
      await readBeginning(site.baseURL + address, headers);
      tries.push(await longestHold(site));
    }
    holds.push({ address, ms: Math.min(...tries) });
  };
  for (const address of PUBLIC(Math.floor(rocks / 2)))
    await measure(address, BROWSERS);
  for (const address of [...ADMIN, ...(await listOrders(site, cookie))])
    await measure(address, { ...BROWSERS, cookie });
  return holds.sort((a, b) => b.ms - a.ms);
}

/** The admin's long tables in every order that they offer. */
export async function listOrders(site: Site, cookie: string) {
  const addresses: string[] = [];
  for (const table of TABLES) {
    const { body } = await get(site.baseURL + table, { cookie });
    for (const [, order] of body
      .toString()
      .matchAll(/<option value="(-?\w+)"/g))
      addresses.push(`${table}?sort=${order}`);
  }
  return addresses;
}

/** The longest hold since the last call, in milliseconds. */
async function longestHold(site: Site) {
  const before = site.lines.length;
  process.kill(site.pid(), "SIGUSR2");
  const line = await until(() =>
    site.lines.slice(before).find((line) => line.startsWith(SAYS)),
  );
  return Number(line.slice(SAYS.length));
}

/** Reads a response up to a few megabytes, and then goes away. */
function readBeginning(address: string, headers: Record<string, string>) {
  return new Promise<void>((resolve, reject) => {
    request(address, { headers }, (response) => {
      let bytes = 0;
      response
        .on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > BYTES_MAX) response.destroy();
        })
        .on("error", reject)
        .on("close", resolve);
    })
      .on("error", reject)
      .end();
  });
}
