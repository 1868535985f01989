import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright";
import { makePhotographs } from "#tests/fixtures/photographs.ts";
import { createRandom } from "#bench/generate/random.mjs";
import type { Site } from "../processes/site.ts";
import { until } from "../until.ts";
import { findFault, type SentFind } from "./arrived.ts";
import { startBadLink } from "./bad-link.ts";
import { FORM, isQueueEmpty, openPage, fillForm, submitForm } from "./phone.ts";
import { followLink } from "./follow-link.ts";

/** One bar of signal in a wood. */
const WOOD = {
  rate: 50_000,
  roundTrip: 500,
  cuts: { every: [20_000, 60_000], last: [1_000, 5_000] },
} as const;
const PHOTOGRAPHS = 5;

/** Five photographs of about 4 MB. */
export async function readLargePictures() {
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

/**
 * Sends a find of five large photographs from a wood.
 * @param onArrived called while the link is held, right after the site has answered to the find
 * @returns milliseconds of link time from Submit until the site has the find; bytes that the phone sent, and
 * bytes of its pictures
 */
export async function sendLargeFind(
  seed: number,
  { browser, site }: { browser: Browser; site: Site },
  onArrived: (find: SentFind) => Promise<void> = async () => {},
) {
  const pictures = await readLargePictures();
  const find = { comment: `From a wood, seed ${seed}`, pictures };
  const random = createRandom(seed);
  const link = await startBadLink(site.baseURL, { ...WOOD, random });
  const context = await browser.newContext();
  try {
    await context.clock.install();
    const page = await openPage(context, link, FORM);
    await fillForm(page, find);
    link.pause();
    await submitForm(page, find);
    const begun = { at: link.now(), up: link.bytes.up };

    let arrivedAfter: number | undefined;
    link.onAnswer(({ request, status }) => {
      if (request !== "POST /api/upload-rock" || arrivedAfter !== undefined)
        return;
      if (status! >= 300) return;
      arrivedAfter = link.now() - begun.at;
      link.pause();
    });
    const stopFollowing = followLink(link, context.clock);
    link.worsen();
    link.resume();
    await until(() => arrivedAfter);
    await onArrived(find);
    link.resume();
    await until(
      async () =>
        (!findFault(site, find) && (await isQueueEmpty(context))) || undefined,
    );
    await stopFollowing();
    return {
      arrivedAfter: arrivedAfter!,
      wire: link.bytes.up - begun.up,
      files: pictures.reduce((sum, { buffer }) => sum + buffer.length, 0),
    };
  } finally {
    await context.close();
    await link.stop();
  }
}
