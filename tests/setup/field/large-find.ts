import { readFile } from "node:fs/promises";
import path from "node:path";
import { makePhotographs } from "#tests/fixtures/photographs.ts";
import { createRandom } from "#bench/generate/random.mjs";
import { play, type Lane } from "./play.ts";

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
 */
export async function sendLargeFind(
  seed: number,
  lane: Lane,
  onArrived?: () => Promise<void>,
) {
  const random = createRandom(seed);
  const pictures = await readLargePictures();
  const finds = [{ comment: `From a wood, seed ${seed}`, pictures }];
  const link = { ...WOOD, random };
  const plan = { link, finds, mishaps: [], hasServiceWorker: true, random };
  const { arrivedAfter, wire, files } = await play(plan, lane, onArrived);
  return { arrivedAfter: arrivedAfter[0]!, wire, files };
}
