import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { startJob } from "#tests/setup/calls/jobs.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { makeDemoSite, makePhotos } from "../data.ts";
import { BROWSERS, mustGet } from "../load.ts";
import { clock, median, peakMemory } from "../measure.ts";
import { limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { HOLDS, longestSilence } from "./holds.ts";
import { sendForm, writeForm } from "./uploads.ts";

const READERS = 200;
const UPLOADERS = 20;
const PAGES = ["/", "/photos", "/track-the-rocks", "/map", "/all-rocks"];

/** Measures everything at once: readers, uploaders, a regenerate of every picture, and an admin who changes public data. */
export async function measureTogether({ isQuick }: Plan): Promise<Row[]> {
  const site = await startSite({
    env: {
      ...makeDemoSite(),
      ...HOLDS,
      MODERATION: "off",
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
      UPLOAD_PARALLEL: "100/100",
    },
  });
  try {
    const cookie = await site.signIn();
    const form = await writeForm(await uploadedPhotos());
    await startJob(site, cookie, "/api/create-images", {
      path: "media",
      regenerate: true,
    });
    await longestSilence(site);
    const seen = await run(site, cookie, form, isQuick ? 10 : 60);
    return rowsOf(
      seen,
      await longestSilence(site),
      await peakMemory(site.pid()),
    );
  } finally {
    await site.kill();
  }
}

/** Three photographs of about one megabyte each. */
const uploadedPhotos = async () =>
  Promise.all(
    (await makePhotos(3)).map(async (file) =>
      sharp(await readFile(file))
        .resize(2400)
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
  );

async function run(
  site: Site,
  cookie: string,
  form: Awaited<ReturnType<typeof writeForm>>,
  seconds: number,
) {
  const seen = {
    /** Milliseconds of each. */
    pages: [] as number[],
    uploads: [] as number[],
    errors: 0,
    /** The longest time without a response to anybody. */
    silence: 0,
  };
  // Readers keep their connections. Node accepts one between two rounds of work, so that many new ones wait for each other.
  await Promise.all(
    Array.from({ length: READERS + UPLOADERS }, () =>
      mustGet(site.baseURL, BROWSERS),
    ),
  );
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > end;
  let last = performance.now();
  const timed = async (list: number[], what: () => Promise<unknown>) => {
    await clock(what).then(
      (ms) => list.push(ms),
      () => seen.errors++,
    );
    const now = performance.now();
    seen.silence = Math.max(seen.silence, now - last);
    last = now;
  };
  const read = async (nth: number) => {
    for (let n = nth; !isOver(); n++) {
      const address = site.baseURL + PAGES[n % PAGES.length]!;
      await timed(seen.pages, () => mustGet(address, BROWSERS));
    }
  };
  const upload = async () => {
    while (!isOver())
      await timed(seen.uploads, () =>
        sendForm(`${site.baseURL}/api/upload-rock`, form),
      );
  };
  await Promise.all([
    ...Array.from({ length: READERS }, (_, nth) => read(nth)),
    ...Array.from({ length: UPLOADERS }, upload),
    changePublicData(site, cookie, isOver),
  ]);
  return seen;
}

/** Shows, hides and reorders once per second, like an admin who works fast. */
async function changePublicData(
  site: Site,
  cookie: string,
  isOver: () => boolean,
) {
  const call = (address: string, body: unknown) =>
    site.send(`POST ${address}`, body, { cookie });
  const [post] = site.query<{ rps_key: number }>(
    "SELECT rps_key FROM rock_posts WHERE show = 1",
  );
  for (let n = 0; !isOver(); n++) {
    await call(`/api/journey-admin/${post!.rps_key}/toggle-show`, {
      show: n % 2 === 1,
    });
    const [a, b] = site.query<{ pa_key: number; order_num: number }>(
      "SELECT pa_key, order_num FROM albums ORDER BY order_num",
    );
    if (a && b)
      await call("/api/albums/reorder", {
        a_key: a.pa_key,
        a_order: a.order_num,
        b_key: b.pa_key,
        b_order: b.order_num,
      });
    await setTimeout(1000);
  }
}

function rowsOf(
  { pages, uploads, errors, silence }: Awaited<ReturnType<typeof run>>,
  silenceByCpu: number,
  peak: number,
): Row[] {
  const of = (what: string) =>
    `With ${READERS} readers, ${UPLOADERS} uploaders, a regenerate of everything and a busy admin: ${what}`;
  const p99 = pages.sort((a, b) => a - b)[Math.floor(pages.length * 0.99)]!;
  const ms = unit("ms");
  return [
    limit(of("a page, median"), ms, median(pages), { atMost: 150 }),
    limit(of("a page, 99th percentile"), ms, p99, { atMost: 1000 }),
    limit(
      of("longest time without any response"),
      ms,
      silence,
      { atMost: 200 },
      "the readers, the image process and the site share two cores; the next row is the site's own part of it",
    ),
    // Several pages that are rendered one after another, after a change, are one such time. The section Database has each.
    limit(
      of("longest CPU time of the site's main thread without any response"),
      ms,
      silenceByCpu,
    ),
    limit(of("an upload of 3 MB, slowest"), ms, Math.max(...uploads), {
      atMost: 10_000,
    }),
    limit(of("peak memory of the web process"), unit("MB"), peak, {
      atMost: 400,
    }),
    limit(of("errors"), unit("errors"), errors, { atMost: 0 }),
  ];
}
