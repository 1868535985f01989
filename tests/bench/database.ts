import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { alter } from "../setup/calls.ts";
import { startSite, type Site } from "../setup/site.ts";
import { siteOf } from "./data.ts";
import { BROWSERS, get } from "./load.ts";
import { inTurn, median, peakOf } from "./measure.ts";
import { compare, limit, SECTIONS, unit, type Row } from "./report.ts";
import type { Plan } from "./run.ts";

const section = SECTIONS.database;
const PINS = "/api/rock-posts/locations/all";
const PACKED = "/api/rock-posts/locations/packed";
const TOTALS = "/api/rock-posts/totals";

/** What everyone gets the same of, and what differs with every rock: that is never asked for twice here. */
const SAME = [
  "/",
  "/qr",
  "/share-your-rock",
  "/photos",
  "/track-the-rocks",
  "/all-rocks",
  "/map",
  "/sudc",
  "/privacy",
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
  (rock) => `/all-rocks?rock=${rock}`,
];
const TIMES = 25;

export async function measureDatabase(plan: Plan): Promise<Row[]> {
  const file = await siteOf(plan.rocks);
  const site = await startSite({ env: { DATABASE_PATH: file } });
  const db = new Database(file, { readonly: true });
  try {
    const reads = await measureReads(site, plan.rocks);
    const peak = await peakOf(site.pid());
    const [slowest] = reads;
    return [
      limit(
        {
          section,
          what: `The slowest of ${reads.length} public reads, warm (${slowest!.address})`,
          format: unit("ms", 1),
          value: slowest!.ms,
        },
        { atMost: 10 },
      ),
      ...reads
        .slice(1, 6)
        .map(({ address, ms }) =>
          limit({ section, what: address, format: unit("ms", 1), value: ms }),
        ),
      await measurePins(site),
      limit(
        {
          section,
          what: "Memory of the web process after all of these, peak",
          format: unit("MB"),
          value: peak,
        },
        { atMost: 400 },
      ),
      ...(await measureNaive(plan, site, db)),
    ];
  } finally {
    db.close();
    await site.stop();
  }
}

/** Milliseconds of each address, slowest first; those that the site does not have are left out. */
async function measureReads(site: Site, rocks: number) {
  const found: { address: string; ms: number }[] = [];
  const measure = async (name: string, addressOf: (n: number) => string) => {
    const ms: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const answer = await get(site.baseURL + addressOf(n), BROWSERS);
      if (answer.status !== 200) return;
      // The first ones find nothing ready yet.
      if (n >= 5) ms.push(answer.ms);
    }
    found.push({ address: name, ms: median(ms) });
  };
  for (const address of SAME) await measure(address, () => address);
  for (const addressOf of DIFFERENT)
    await measure(addressOf(0).replace("0", "N"), (n) =>
      addressOf(1 + Math.floor((n / TIMES) * (rocks - 1))),
    );
  await measurePaging(site, found);
  return found.sort((a, b) => b.ms - a.ms);
}

/** Through the list of finds, page after page. */
async function measurePaging(
  site: Site,
  found: { address: string; ms: number }[],
) {
  const ms: number[] = [];
  let address = "/api/rock-posts?limit=100";
  for (let n = 0; n < TIMES; n++) {
    const answer = await get(site.baseURL + address, BROWSERS);
    if (n >= 5) ms.push(answer.ms);
    address = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))![1]!;
    address = new URL(address, site.baseURL).href.slice(site.baseURL.length);
  }
  found.push({
    address: "/api/rock-posts?limit=100&before=…",
    ms: median(ms),
  });
}

async function measurePins(site: Site) {
  const whole = await get(site.baseURL + PINS, {});
  const gzip = { "Accept-Encoding": "gzip" };
  const packed = await get(site.baseURL + PACKED, gzip);
  const sent =
    packed.status === 200 ? packed : await get(site.baseURL + PINS, gzip);
  return compare(
    {
      section,
      what: "The map's pins, gzipped",
      format: unit("kB"),
      value: sent.body.length / 1000,
    },
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

/** Answers that are made anew, with all that HTTP takes, beside the query alone that would come to mind first. */
async function measureNaive(
  { isQuick, rounds }: Plan,
  site: Site,
  db: Database.Database,
): Promise<Row[]> {
  const anew = (address: string) => async () => {
    alter(site, "UPDATE users SET relation = relation WHERE ra_key = 1");
    return (await get(site.baseURL + address, {})).ms;
  };
  const naive = (sql: string) => async () => {
    const began = performance.now();
    db.prepare(sql).all();
    return performance.now() - began;
  };
  const rows: Row[] = [];
  for (const [what, address, sql] of [
    ["All pins, made anew", PINS, NAIVE.pins],
    ["Totals, made anew", TOTALS, NAIVE.totals],
  ] as const) {
    const found = await inTurn(isQuick ? 1 : Math.min(rounds, 3), {
      product: anew(address),
      peer: naive(sql),
    });
    rows.push(
      compare(
        { section, what, format: unit("ms", 1), value: found.product },
        { name: "window or DISTINCT query alone", value: found.peer },
      ),
    );
  }
  return rows;
}
