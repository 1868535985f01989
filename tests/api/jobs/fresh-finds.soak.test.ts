import { mkdir, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { countApplied, listApplied } from "#tests/setup/calls/applied.ts";
import { readJob, startJob } from "#tests/setup/calls/jobs.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  cookie,
  queue,
  setUpQueueSite,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";
import { until } from "#tests/setup/until.ts";

/** Two parts of twenty, and one of five. */
const PHOTOS = 45;
const env = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
};

let photo: Buffer;
beforeAll(async () => {
  photo = await paintPicture(1000, 750).jpeg().toBuffer();
});

/** Starts a job that makes the pictures of a new album, and waits until its parts are worked at. */
async function startLargeJob(album: string) {
  await mkdir(site.inStore(`albums/${album}`), { recursive: true });
  for (let n = 0; n < PHOTOS; n++)
    await writeFile(site.inStore(`albums/${album}/${n}.jpg`), photo);
  const { job_id } = (await startJob(site, cookie, "/api/albums/sync")).body;
  await until(() =>
    site.count(`jobs WHERE parent_id = '${job_id}' AND done > 0`) > 0
      ? true
      : undefined,
  );
  return job_id;
}

const countParts = (jobId: string, how: string) =>
  site.count(
    `jobs WHERE parent_id = '${jobId}' AND state = 'succeeded' AND ${how}`,
  );

/** Sends a find, and returns what waits until its thumbnail is there. */
async function sendFind() {
  const { uuid, images } = await site.addFind(findFields, ["plain.png"]);
  const rock_number = Number(findFields.rockNumber);
  const thumbnail = imageThumbnailAddress({ rock_number, uuid }, images[0]!);
  return () =>
    until(async () => ((await site.fetch(thumbnail)).ok ? true : undefined));
}

async function expectAllMade(jobId: string) {
  await site.untilIdle();
  expect(await readJob(site, cookie, jobId)).toMatchObject({
    state: "succeeded",
    done: PHOTOS,
    total: PHOTOS,
    message: `${PHOTOS} images made`,
  });
  for (const picture of listApplied(site))
    expect(picture).toEqual({ ready: 1, error: null, applied: 1 });
}

describe.each(["embedded", "BullMQ"])("with the %s engine", (engine) => {
  if (engine === "BullMQ") setUpQueueSite({ workers: 1, env });
  else {
    setUpSite({ env });
    beforeAll(() => countApplied(site));
  }

  test("the parts of a large job make way for a find", async () => {
    const job = await startLargeJob("sea");
    const untilThumbnail = await sendFind();
    await untilThumbnail();
    expect(countParts(job, "done = total")).toBe(0);
    await expectAllMade(job);
    expect(countParts(job, "done < total")).toBeGreaterThan(0);
  });

  test("every picture is made once if what makes them is killed while parts make way", async () => {
    const job = await startLargeJob("shore");
    const first = await sendFind();
    await kill();
    await first();
    const second = await sendFind();
    await second();
    await kill();
    await expectAllMade(job);
  });

  async function kill() {
    if (engine === "embedded") {
      await site.kill("SIGKILL");
      return site.restart();
    }
    await queue.workers.pop()!.kill("SIGKILL");
    await queue.addWorker();
  }
});
