import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { encodeCursor } from "#domain/lists/paging.server.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { changeSomething, makeSite } from "../data.ts";
import { BROWSERS, get } from "../load.ts";
import { clock, measureInTurn, median, peakMemory } from "../measure.ts";
import { compare, limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { onSite } from "../servers.ts";
import { HOLDS, measureHolds } from "./holds.ts";

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
const DIFFERENT = [
  "/api/rock-posts/N",
  "/api/rock-posts/N/route",
  "/rocks/N",
  "/all-rocks?after=N",
];
/** Requests per address; the first third warms up. */
const TIMES = 15;

export async function measureDatabase(plan: Plan): Promise<Row[]> {
  const env = await makeSite(plan.rocks);
  return onSite({ ...env, ...HOLDS }, async (site) => {
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
      ...(await measureNaive(plan, site, env.DATABASE_PATH)),
      await measureLongestHold(site, plan),
    ];
  });
}

/** Measures each read in milliseconds: the first request after a change, and a repeated one. */
async function measureReads(site: Site, { isQuick, rocks }: Plan) {
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
  const times = isQuick ? TIMES : 4 * TIMES;
  for (const address of DIFFERENT) {
    const ofRock = (n: number) =>
      address.replace("N", String(1 + Math.floor((n / times) * (rocks - 1))));
    const first = await pass(times, ofRock);
    // The first request for a rock's page starts its share picture, which would take the other core.
    await site.untilIdle();
    found.push({ address, first, again: await pass(times, ofRock) });
  }
  return found;
}

async function measurePins(site: Site) {
  const whole = await get(site.baseURL + PINS);
  const sent = await get(site.baseURL + PACKED, { "Accept-Encoding": "gzip" });
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
async function measureNaive({ rounds }: Plan, site: Site, file: string) {
  const db = new Database(file, { readonly: true });
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
    const found = await measureInTurn(rounds, {
      product: async () => {
        changeSomething(site);
        return (await get(site.baseURL + address)).ms;
      },
      peer: () => clock(naive),
    });
    rows.push(
      compare(what, unit("ms", 1), found.product, { name, value: found.peer }),
    );
  }
  db.close();
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
