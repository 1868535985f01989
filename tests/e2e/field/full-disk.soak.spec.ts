import path from "node:path";
import { expect, test } from "playwright/test";
import { createRandom } from "#bench/generate/random.mjs";
import { findFault, listArrived } from "#tests/setup/field/arrived.ts";
import { startBadLink } from "#tests/setup/field/bad-link.ts";
import { followLink } from "#tests/setup/field/follow-link.ts";
import {
  fillForm,
  FORM,
  isQueueEmpty,
  launchPhone,
  openPage,
  submitForm,
} from "#tests/setup/field/phone.ts";
import { makeSmallPicture } from "#tests/setup/field/small-pictures.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { until } from "#tests/setup/until.ts";

test("a find waits while the site's disk is full, also in the middle of a picture, and goes on when there is room", async () => {
  const disk = mountSmallDisk("size=128m");
  test.skip(!disk, "A tmpfs may not be mounted here; root may do that.");
  if (!disk) return;
  const site = await startSite({
    env: {
      MEDIA_DIR: path.join(disk.folder, "media"),
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
    },
  });
  const random = createRandom(1);
  const link = await startBadLink(site.baseURL, {
    rate: 50_000,
    roundTrip: 300,
    random,
  });
  const browser = await launchPhone();
  try {
    const pictures = await Promise.all(
      [1, 2, 3].map((n) =>
        makeSmallPicture(random, {
          name: `${n}.jpg`,
          kind: "small",
          bytes: 100_000,
        }),
      ),
    );
    const find = { comment: "The disk is full.", pictures };
    const context = await browser.newContext();
    await context.clock.install();
    const page = await openPage(context, link, FORM);
    await fillForm(page, find);
    link.pause();
    await submitForm(page, find);
    link.after(150_000, () => void disk.fill());
    const stopFollowing = followLink(link, context.clock);
    link.resume();

    // It tries again and again.
    const isRefused = ({ status }: { status?: number }) => status === 503;
    await until(
      () => link.exchanges.filter(isRefused).length >= 3 || undefined,
    );
    expect(listArrived(site, find)).toEqual([]);
    expect(await isQueueEmpty(context)).toBe(false);

    disk.clear();
    await until(
      async () =>
        (!findFault(site, find) && (await isQueueEmpty(context))) || undefined,
    );
    await stopFollowing();
  } finally {
    await browser.close();
    await link.stop();
    await site.stop();
    disk.remove();
  }
});
