import { cp, mkdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { doJob, startJob } from "#tests/setup/calls/jobs.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { makePhotos } from "../data.ts";
import { limit, unit, type Row } from "../report.ts";

const PHOTOS = 100;
const AT_MOST_MS = 2000;
const env = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
};

/** Measures how long finds wait for their first thumbnail while Create Images makes everything again. */
export async function measureFreshFinds(isQuick: boolean): Promise<Row[]> {
  const finds = isQuick ? 10 : 40;
  const rows: Row[] = [];
  const measure = async (site: Site, how: string) =>
    rows.push(
      limit(
        `From a find's 201 to its first thumbnail while everything is made again, 95th percentile of ${finds}, ${how}`,
        unit("ms"),
        percentile95(await listWaits(site, finds)),
        { atMost: AT_MOST_MS },
      ),
    );
  const alone = await startSite({ env });
  await measure(alone, "without Redis").finally(alone.stop);
  const queue = await startQueueSite({ workers: 2, env });
  await measure(queue.site, "two workers").finally(queue.stop);
  return rows;
}

/** Returns the milliseconds that each find waits. The finds come at any moment of the work. */
async function listWaits(site: Site, finds: number) {
  const cookie = await site.signIn();
  const photos = await makePhotos(3);
  await mkdir(site.inStore("albums/bench"), { recursive: true });
  for (let n = 0; n < PHOTOS; n++)
    await cp(photos[n % 3]!, site.inStore(`albums/bench/${n}.jpg`));
  await doJob(site, cookie, "/api/albums/sync");
  const picture = new Blob([await readFile(photos[0]!)]);
  const waits: number[] = [];
  for (let n = 0; n < finds; n++) {
    await startJob(site, cookie, "/api/create-images", {
      path: "media/albums",
      regenerate: true,
    });
    await until(() =>
      site.count("jobs WHERE parent_id IS NOT NULL AND state = 'running'") > 0
        ? true
        : undefined,
    );
    await setTimeout(Math.random() * 1500);
    waits.push(await untilThumbnail(site, picture));
  }
  return waits;
}

async function untilThumbnail(site: Site, picture: Blob) {
  const form = new FormData();
  for (const [name, value] of Object.entries(findFields)) form.set(name, value);
  form.append("images", picture, "find.jpg");
  const body = { method: "POST", body: form };
  const answer = await site.fetch("/api/upload-rock", body);
  const began = performance.now();
  const { uuid, rock_number, images } = (await answer.json()) as {
    uuid: string;
    rock_number: number;
    images: string[];
  };
  const thumbnail = imageThumbnailAddress({ uuid, rock_number }, images[0]!);
  while (!(await site.fetch(thumbnail)).ok) await setTimeout(10);
  return performance.now() - began;
}

const percentile95 = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
