import type { Browser } from "playwright";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { makeDemoSite } from "../data.ts";
import { median } from "../measure.ts";
import { limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { loadFirst, launchBrowser } from "./first-load.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const ROCK = 961;
const LARGEST_PAINT_S = { picture: 2, text: 1.2 };
const SHIFT_MAX = 0.01;

interface Arrival {
  name: string;
  path: string;
  /** Seconds to the largest paint; those of a picture if absent. */
  atMost?: number;
}

async function listPages(site: Site): Promise<Arrival[]> {
  const albums = (await (await site.fetch("/api/albums")).json()) as {
    pa_key: number;
  }[];
  const sent = await site.sendFind(
    { ...findFields, rockNumber: String(ROCK), find_key: KEY },
    ["orientation-6.jpg"],
  );
  const { uuid } = (await sent.json()) as { uuid: string };
  await site.untilIdle();
  return [
    { name: "an album", path: `/photos?album=${albums[0]!.pa_key}` },
    { name: "all rocks", path: "/all-rocks" },
    { name: "the finder's page", path: `/finds/${uuid}#${KEY}` },
    {
      name: "the page of a QR code",
      path: `/qr?r=${ROCK}`,
      atMost: LARGEST_PAINT_S.text,
    },
  ];
}

/** Loads each of them for the first time on a slow phone. */
export async function measureArrivals({ rounds }: Plan): Promise<Row[]> {
  const browser = await launchBrowser();
  const site = await startSite({ env: makeDemoSite() });
  try {
    const rows: Row[] = [];
    for (const page of await listPages(site))
      rows.push(...(await measurePage(browser, site, page, rounds)));
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measurePage(
  browser: Browser,
  site: Site,
  { name, path, atMost = LARGEST_PAINT_S.picture }: Arrival,
  rounds: number,
) {
  const loads: Awaited<ReturnType<typeof loadFirst>>[] = [];
  for (let round = 0; round < rounds; round++)
    loads.push(await loadFirst(browser, site.baseURL, path));
  const of = (key: keyof (typeof loads)[number]) =>
    median(loads.map((load) => load[key]));
  return [
    limit(
      `First load of ${name}, largest paint`,
      unit("s", 2),
      of("paint") / 1000,
      { atMost },
    ),
    limit("The same, layout shift", unit("", 3), of("shift"), {
      atMost: SHIFT_MAX,
    }),
    limit("The same, all that is loaded", unit("kB"), of("bytes") / 1000),
  ];
}
