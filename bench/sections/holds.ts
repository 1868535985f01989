import { readAddresses } from "#tests/setup/routes.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { changeSomething } from "../data.ts";
import { BROWSERS, get } from "../load.ts";

/** The settings of a site whose holds can be measured. */
export const HOLDS = {
  NODE_OPTIONS: "--import ./bench/peers/longest-hold.mjs",
};

/** Tries per address. The shortest counts, because another process on the core makes the same work take longer. */
const TRIES = 3;

/** Every address of the site, pages also as data, with keys of the generated site. Streams of events stay open, so they are left out. */
async function listAddresses(rock: number, uuid: string) {
  const addresses = (await readAddresses())
    .map(({ address }) =>
      address
        .replace(":uuid", uuid)
        .replace(":rockNumber", String(rock))
        .replace("rocks/:file", `rocks/${rock}.jpg`)
        .replace("export/:file", "export/journeys.csv")
        .replace(":part", "1.xml")
        .replace(/:\w+/g, "1")
        .replace("*", "nothing/here"),
    )
    .filter((address) => !address.endsWith("/events"));
  const pages = addresses.filter(
    (address) => address !== "/" && !/^\/api\/|\./.test(address),
  );
  return [
    ...addresses,
    ...pages.map((page) => `${page}.data`),
    ...["rocks.csv", "journeys.geojson", "history.csv"].map(
      (file) => `/api/export/${file}`,
    ),
    // Queries that make an answer long, which the route table doesn't list.
    "/api/rock-posts?limit=100",
    `/all-rocks?after=${rock}`,
    "/photos?album=1",
    "/api/places?q=anst",
    // Every kind of scene, and several of a kind.
    ...Array.from(
      { length: 12 },
      (_, step) => `/screen?part=scene&step=${step}`,
    ),
  ];
}

/** The admin's long tables in every order that they offer. */
async function listOrders(site: Site, cookie: string) {
  const addresses: string[] = [];
  for (const table of ["/admin/rocks", "/admin/journey"]) {
    const { body } = await get(site.baseURL + table, { cookie });
    for (const [, order] of body
      .toString()
      .matchAll(/<option value="(-?\w+)"/g))
      addresses.push(`${table}?sort=${order}`);
  }
  return addresses;
}

/**
 * Measures for how many milliseconds reads hold the site's main thread at most, each as the first one after a change.
 * What the public gets is read as the public does, and the rest as the admin. The longest hold comes first.
 */
export async function measureHolds(site: Site, rocks: number) {
  const cookie = await site.signIn();
  const [find] = site.query<{ uuid: string }>(
    "SELECT uuid FROM rock_posts WHERE show = 1 LIMIT 1",
  );
  const holds: { address: string; ms: number }[] = [];
  for (const address of [
    ...(await listAddresses(Math.floor(rocks / 2), find!.uuid)),
    ...(await listOrders(site, cookie)),
  ]) {
    // A long list is read so far.
    const read = (headers: Record<string, string>) =>
      get(
        site.baseURL + address,
        { ...BROWSERS, ...headers },
        { most: 2_000_000 },
      );
    const headers: Record<string, string> =
      (await read({})).status === 200 ? {} : { cookie };
    const tries: number[] = [];
    for (let n = 0; n < TRIES; n++) {
      changeSomething(site);
      await takeLongest(site, "hold");
      await read(headers);
      tries.push(await takeLongest(site, "hold"));
    }
    holds.push({ address, ms: Math.min(...tries) });
  }
  return holds.sort((a, b) => b.ms - a.ms);
}

/** The longest time that the main thread worked without a response to anybody, since the last call, in milliseconds. */
export const longestSilence = (site: Site) => takeLongest(site, "silence");

async function takeLongest(site: Site, what: "hold" | "silence") {
  const says = `longest ${what}: `;
  const before = site.lines.length;
  process.kill(site.pid(), "SIGUSR2");
  const line = await until(() =>
    site.lines.slice(before).find((line) => line.startsWith(says)),
  );
  return Number(line.slice(says.length));
}
