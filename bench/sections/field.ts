import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright";
import { makePhotographs } from "#tests/fixtures/photographs.ts";
import { runSeeds } from "#tests/setup/field/run-seeds.ts";
import { play, type Lane } from "#tests/setup/field/play.ts";
import { createRandom } from "../generate/random.mjs";
import { clock, median, measureRounds } from "../measure.ts";
import { limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { inBrowser } from "../servers.ts";

const LIMITS_OFF = { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" };

/** Measures how finds arrive from a phone with little signal. */
export async function measureField({ isQuick }: Plan): Promise<Row[]> {
  const rounds = isQuick ? 1 : 5;
  return [
    ...(await measureSchedules(isQuick ? 50 : 1000)),
    ...(await inBrowser(LIMITS_OFF, async (browser, site) => [
      ...(await measureLargeFinds({ browser, site }, rounds)),
      ...(await measureGoodDay({ browser, site }, rounds)),
    ])),
  ];
}

async function measureSchedules(count: number): Promise<Row[]> {
  const seeds = Array.from({ length: count }, (_, n) => n + 1);
  const outcomes = await runSeeds(seeds, { atOnce: 4 });
  const total = (key: "lost" | "doubled") =>
    outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  const faults = outcomes.flatMap(({ seed, faults }) =>
    faults.map((fault) => `seed ${seed}: ${fault}`),
  );
  const times = outcomes.flatMap(({ arrivedAfter }) => arrivedAfter);
  const what = `${count} seeded schedules of cuts, closed tabs and kills of the site`;
  return [
    ...(["lost", "doubled"] as const).map((key) =>
      limit(
        `${what}: finds ${key}`,
        unit("finds"),
        total(key),
        { atMost: 0 },
        faults.join("; "),
      ),
    ),
    limit(
      "The same: link time until the admin has the find, median",
      unit("s"),
      median(times) / 1000,
    ),
    limit("The same, worst", unit("s"), Math.max(...times) / 1000),
  ];
}

/** One bar of signal in a wood. */
const WOOD = {
  rate: 50_000,
  roundTrip: 500,
  cuts: { every: [20_000, 60_000], last: [1_000, 5_000] },
} as const;
const PHOTOGRAPHS = 5;

/** Five photographs of about 4 MB. */
async function readLargePictures() {
  const files = await makePhotographs(PHOTOGRAPHS, {
    folder: path.resolve(".cache/photographs"),
    grain: 40,
  });
  return Promise.all(
    files.map(async (file, n) => ({
      name: `${n + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await readFile(file),
    })),
  );
}

/** Sends a find of five large photographs from a wood. */
async function sendLargeFind(seed: number, lane: Lane) {
  const random = createRandom(seed);
  const pictures = await readLargePictures();
  const finds = [{ comment: `From a wood, seed ${seed}`, pictures }];
  const link = { ...WOOD, random };
  const plan = { link, finds, mishaps: [], hasServiceWorker: true, random };
  const { arrivedAfter, wire, files } = await play(plan, lane);
  return { arrivedAfter: arrivedAfter[0]!, wire, files };
}

async function measureLargeFinds(lane: Lane, count: number): Promise<Row[]> {
  const found = [];
  for (let seed = 1; seed <= count; seed++)
    found.push(await sendLargeFind(seed, lane));
  const times = found.map(({ arrivedAfter }) => arrivedAfter / 60_000);
  return [
    limit(
      "Five photographs of 4 MB at 50 kbit/s, with a cut every 20 to 60 seconds: link time until the admin has the find, median",
      unit("min", 1),
      median([...times]),
    ),
    limit("The same, worst", unit("min", 1), Math.max(...times), { atMost: 6 }),
    limit(
      "The same: bytes that the phone sends, a byte of its photographs, worst",
      unit("bytes", 3),
      Math.max(...found.map(({ wire, files }) => wire / files)),
      { atMost: 1.1 },
    ),
  ];
}

/** Slow 4G as Lighthouse has it, in bytes a second and milliseconds. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
};
/** The phone's own picker takes a tap on the picture and one on 'Done'. */
const PICKER_TAPS = 2;
/** Milliseconds that a thumb takes for a letter. */
const LETTER_MS = 150;

async function measureGoodDay(lane: Lane, rounds: number): Promise<Row[]> {
  const { taps, waited } = await measureRounds(rounds, () =>
    sendFromCode(lane),
  );
  const what =
    "From the QR code to 'Thank You!' with one photograph of 4 MB on slow 4G";
  return [
    limit(`${what}: taps`, unit("taps"), taps, { atMost: 8 }),
    limit(
      `${what}: waiting for the page and after Submit`,
      unit("s", 1),
      waited / 1000,
      { atMost: 5 },
    ),
  ];
}

async function sendFromCode({ browser, site }: Lane) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.emulateNetworkConditions", SLOW_4G);
    let taps = 0;
    let waited = 0;
    const tap = async (target: Locator) => {
      taps++;
      await target.tap();
    };
    const wait = async (work: () => Promise<unknown>) => {
      waited += await clock(work);
    };
    const type = async (label: string, text: string) => {
      await tap(form.getByLabel(label));
      await page.keyboard.type(text, { delay: LETTER_MS });
    };

    const form = page.getByRole("dialog", { name: "Upload Your Rock" });
    await wait(async () => {
      await page.goto(`${site.baseURL}/qr?r=961`, { waitUntil: "commit" });
      await tap(
        page
          .getByRole("complementary")
          .getByRole("link", { name: "Upload Your Rock" }),
      );
      await form.waitFor();
    });
    const [picture] = await readLargePictures();
    const choosing = page.waitForEvent("filechooser");
    await tap(form.getByRole("button", { name: "Select Images" }));
    await (await choosing).setFiles(picture!);
    taps += PICKER_TAPS;
    await type("Location", "Beacon stairs");
    await type("Comment", "On the harbour wall.");
    await tap(form.getByRole("button", { name: "Submit" }));
    await wait(() =>
      page.getByRole("dialog", { name: "Thank You!" }).waitFor(),
    );
    return { taps, waited };
  } finally {
    await context.close();
  }
}
