import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { encodeCursor } from "#domain/lists/paging.server.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { changeSomething, makeSite } from "../data.ts";
import { BROWSERS, get } from "../load.ts";
import { measureInTurn, median, peakMemory } from "../measure.ts";
import { HOLDS, listOrders, measureHolds } from "./holds.ts";
import { compare, limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";

const PINS = "/api/rock-posts/locations/all";
const PACKED = "/api/rock-posts/locations/packed";
const TOTALS = "/api/rock-posts/totals";

/** Addresses that exist once, and addresses that exist for each rock. */
const SAME = [
  ...publicAddresses.filter((path) => path !== "/login"),
  "/sitemap.xml",
  "/api/rock-posts?limit=20",
  "/api/rock-posts/allrocks",
  "/api/albums",
  "/api/albums/1/photos",
  PINS,
  PACKED,
  TOTALS,
];
const DIFFERENT: ((rock: number) => string)[] = [
  (rock) => `/api/rock-posts/${rock}`,
  (rock) => `/api/rock-posts/${rock}/route`,
  (rock) => `/rocks/${rock}`,
  (rock) => `/all-rocks?after=${rock}`,
];
const PAGE = "/api/rock-posts?limit=100";
/** Requests per address; the first third warms up. */
const TIMES = 15;
const timesOf = ({ isQuick }: Plan) => (isQuick ? TIMES : 4 * TIMES);

export async function measureDatabase(plan: Plan): Promise<Row[]> {
  const file = await makeSite(plan.rocks);
  const site = await startSite({ env: { DATABASE_PATH: file, ...HOLDS } });
  const db = new Database(file, { readonly: true });
  try {
    const reads = await measureReads(site, plan);
    const peak = await peakMemory(site.pid());
    const [slowest] = reads.sort((a, b) => b.again - a.again);
    return [
      limit(
        `The slowest of ${reads.length} public reads, warm (${slowest!.address})`,
        unit("ms", 1),
        slowest!.again,
        { atMost: 10 },
      ),
      ...reads
        .sort((a, b) => b.first - a.first)
        .slice(0, 6)
        .map(({ address, first }) =>
          limit(
            `${address}, first request after a change`,
            unit("ms", 1),
            first,
          ),
        ),
      await measurePins(site),
      limit(
        "Peak memory of the web process after all of these",
        unit("MB"),
        peak,
        { atMost: 400 },
        "responses of many megabytes are built in one piece",
      ),
      ...(await measureNaive(plan, site, db)),
      await measureAdmin(site),
      await measureLongestHold(site, plan),
    ];
  } finally {
    db.close();
    await site.stop();
  }
}

/** Measures each read in milliseconds: the first request after a change, and a repeated one. */
async function measureReads(site: Site, plan: Plan) {
  const found: { address: string; first: number; again: number }[] = [];
  const pass = async (times: number, addressOf: (n: number) => string) => {
    const ms: number[] = [];
    for (let n = 0; n < times; n++)
      ms.push((await get(site.baseURL + addressOf(n), BROWSERS)).ms);
    return median(ms.slice(times / 3));
  };
  for (const address of SAME)
    found.push({
      address,
      first: await pass(TIMES, () => {
        changeSomething(site);
        return address;
      }),
      again: await pass(TIMES, () => address),
    });
  const times = timesOf(plan);
  const measure = async (name: string, addressOf: (n: number) => string) => {
    const first = await pass(times, addressOf);
    // The first request for a rock's page starts its share picture, which would take the other core.
    await site.untilIdle();
    found.push({
      address: name,
      first,
      again: await pass(times, addressOf),
    });
  };
  for (const addressOf of DIFFERENT)
    await measure(addressOf(0).replace("0", "N"), (n) =>
      addressOf(1 + Math.floor((n / times) * (plan.rocks - 1))),
    );
  const pages = await listPages(site, times);
  await measure(`${PAGE}&before=…`, (n) => pages[n]!);
  return found;
}

/** Lists the addresses of the pages of finds, each with a query that nobody has requested yet. */
async function listPages(site: Site, count: number) {
  const pages: string[] = [];
  for (let address = PAGE; pages.length < count;) {
    const { headers } = await get(site.baseURL + address, BROWSERS);
    address = /<([^>]+)>; rel="next"/.exec(String(headers.link))![1]!;
    pages.push(`${address}&n=0`);
  }
  return pages;
}

async function measurePins(site: Site) {
  const whole = await get(site.baseURL + PINS, {});
  const gzip = { "Accept-Encoding": "gzip" };
  const packed = await get(site.baseURL + PACKED, gzip);
  const sent =
    packed.status === 200 ? packed : await get(site.baseURL + PINS, gzip);
  return compare(
    "The map's pins, gzipped",
    unit("kB"),
    sent.body.length / 1000,
    {
      name: "the list of pins as JSON",
      value: gzipSync(whole.body).length / 1000,
    },
    { atMost: 0.4 },
  );
}

const NAIVE = {
  pins: `
    SELECT rps_key, latitude, longitude, rock_number FROM (
      SELECT rps_key, latitude, longitude, rock_number,
             row_number() OVER (PARTITION BY rock_number ORDER BY date DESC, create_dt DESC, rps_key DESC) AS place
        FROM rock_posts WHERE show = 1 AND latitude IS NOT NULL AND longitude IS NOT NULL)
     WHERE place = 1`,
  totals: `
    SELECT (SELECT count(DISTINCT p.rock_number) FROM rock_posts p JOIN rocks r USING (rock_number) WHERE p.show = 1),
           (SELECT count(*) FROM rocks)`,
};

const FINDS = 100;

/** Half way down the list of shown finds: our address, and the naive way with OFFSET and one query per find for its images. */
function halfWay(db: Database.Database) {
  const count = db
    .prepare<[], number>("SELECT count(*) FROM rock_posts WHERE show = 1")
    .pluck()
    .get()!;
  const list = (columns: string, limit: number) =>
    db.prepare<[], Record<string, string | number>>(
      `SELECT ${columns} FROM rock_posts WHERE show = 1
        ORDER BY date DESC, create_dt DESC, rps_key DESC LIMIT ${limit} OFFSET ${Math.floor(count / 2)}`,
    );
  const place = list("date, create_dt, rps_key", 1).get()!;
  return {
    address: `/api/rock-posts?limit=${FINDS}&before=${encodeCursor(Object.values(place))}`,
    naive: () => {
      for (const { rps_key } of list("*", FINDS).all())
        db.prepare("SELECT * FROM rock_post_images WHERE rps_key = ?").all(
          rps_key,
        );
    },
  };
}

/** Compares whole uncached HTTP responses with the naive query alone. */
async function measureNaive(
  { isQuick, rounds }: Plan,
  site: Site,
  db: Database.Database,
): Promise<Row[]> {
  const anew = (address: string) => async () => {
    changeSomething(site);
    return (await get(site.baseURL + address, {})).ms;
  };
  const timed = (naive: () => unknown) => async () => {
    const began = performance.now();
    naive();
    return performance.now() - began;
  };
  const query = (sql: string) => () => db.prepare(sql).all();
  const finds = halfWay(db);
  const rows: Row[] = [];
  for (const [what, address, name, naive] of [
    ["All pins, not cached", PINS, "window query alone", query(NAIVE.pins)],
    ["Totals, not cached", TOTALS, "DISTINCT query alone", query(NAIVE.totals)],
    [
      `${FINDS} finds with their images, half way down the list, not cached`,
      finds.address,
      "OFFSET and one query per find",
      finds.naive,
    ],
  ] as const) {
    const found = await measureInTurn(isQuick ? 1 : Math.min(rounds, 3), {
      product: anew(address),
      peer: timed(naive),
    });
    rows.push(
      compare(what, unit("ms", 1), found.product, { name, value: found.peer }),
    );
  }
  return rows;
}

async function measureLongestHold(site: Site, { rocks }: Plan): Promise<Row> {
  const holds = await measureHolds(site, rocks);
  const [longest] = holds;
  return limit(
    `The longest hold of the main thread, each of ${holds.length} reads of the public and the admin as the first after a change (${longest!.address})`,
    unit("ms", 1),
    longest!.ms,
    { atMost: 50 },
  );
}

/** Measures the first page of the admin's long tables, in every order that they offer. */
async function measureAdmin(site: Site): Promise<Row> {
  const headers = { ...BROWSERS, cookie: await site.signIn() };
  const found: { address: string; ms: number }[] = [];
  for (const address of await listOrders(site, headers.cookie)) {
    const ms: number[] = [];
    for (let n = 0; n < 5; n++)
      ms.push((await get(site.baseURL + address, headers)).ms);
    found.push({ address, ms: median(ms) });
  }
  const slowest = found.reduce((a, b) => (a.ms >= b.ms ? a : b));
  return limit(
    `The slowest of the admin's tables in ${found.length} orders (${slowest.address})`,
    unit("ms", 1),
    slowest.ms,
  );
}
