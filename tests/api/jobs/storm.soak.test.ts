import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { listApplied } from "#tests/setup/calls/applied.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** STORM_PHOTOS=1940 makes it a storm of 2,000 images. */
const PHOTOS = Number(process.env.STORM_PHOTOS ?? 140);
const FINDS = 12;
const IMAGES_OF_A_FIND = 5;
const IMAGES = PHOTOS + FINDS * IMAGES_OF_A_FIND;
const KILLS = 10;

/** Random numbers from 0 to 1, the same in every run. */
function* seeded(seed: number) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test(`${IMAGES} images are all made, whole and once, while both workers are killed ten times`, async () => {
  const queue = await forThisTest(startQueueSite({ workers: 2 }));
  const { site, workers, addWorker } = queue;
  const picture = await paintPicture(96, 72).jpeg().toBuffer();

  await mkdir(site.inStore("albums/storm"), { recursive: true });
  for (let n = 0; n < PHOTOS; n++)
    await writeFile(site.inStore(`albums/storm/${n}.jpg`), picture);
  await startJob(site, await site.signIn(), "/api/albums/sync");
  for (let n = 0; n < FINDS; n++) {
    const form = new FormData();
    for (const [name, value] of Object.entries(findFields))
      form.set(name, value);
    for (let image = 0; image < IMAGES_OF_A_FIND; image++)
      form.append("images", new Blob([picture]), `${image}.jpg`);
    const body = { method: "POST", body: form };
    expect((await site.fetch("/api/upload-rock", body)).status).toBe(201);
  }

  const random = seeded(2_000);
  const moments = Array.from({ length: KILLS }, () =>
    Math.floor(random.next().value! * IMAGES * 0.95),
  ).sort((a, b) => a - b);
  for (const moment of moments) {
    await until(() => (countReady() >= moment ? true : undefined));
    await Promise.all(
      workers.splice(0).map((worker) => worker.kill("SIGKILL")),
    );
    await addWorker();
    await addWorker();
  }
  await site.untilIdle();

  expect(listApplied(site)).toEqual(
    Array(IMAGES).fill({ ready: 1, error: null, applied: 1 }),
  );
  // A job's temporary folder may be removed a moment later.
  const made = filesBelow(site.mediaDir).filter(
    (file) => file.endsWith(".webp") && !file.startsWith("tmp/"),
  );
  expect(made).toHaveLength(3 * IMAGES);
  for (const file of made)
    await sharp(site.inStore(file), { failOn: "warning" }).stats();
  expect(site.query("SELECT DISTINCT state FROM jobs")).toEqual([
    { state: "succeeded" },
  ]);

  function countReady() {
    const [row] = site.query<{
      n: number;
    }>(`SELECT (SELECT count(*) FROM rock_post_images WHERE ready) +
              (SELECT count(*) FROM photos WHERE ready) AS n`);
    return row!.n;
  }
});
