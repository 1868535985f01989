import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Album, Photo } from "#domain/albums/answers.ts";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import {
  keepCopy,
  startCopy,
  type SiteCopy,
} from "#tests/setup/processes/copied-site.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { remove } from "#tests/setup/calls/trash-calls.ts";
import { until } from "#tests/setup/until.ts";
import {
  takeStoreAway,
  untilSeenAway,
  untilSeenBack,
} from "#tests/setup/processes/volume.ts";
import {
  cookie,
  forThisTest,
  send,
  setUpSite,
  site,
  useSite,
} from "#tests/setup/vitest/site.ts";

const OPEN = { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" };

const health = async () => {
  const answer = await site.fetch("/healthz");
  return { ...((await answer.json()) as object), status: answer.status };
};

/** All rows and files that a call can change. */
const everything = (mediaDir = site.mediaDir) => ({
  finds: site.query("SELECT * FROM rock_posts"),
  images: site.query("SELECT * FROM rock_post_images"),
  albums: site.query("SELECT * FROM albums"),
  photos: site.query("SELECT * FROM photos"),
  rocks: site.query("SELECT * FROM rocks"),
  removals: site.query("SELECT * FROM removals"),
  jobs: site.query("SELECT job_id FROM jobs"),
  files: filesBelow(mediaDir),
});

let filled: SiteCopy | undefined;

/**
 * Starts a site of its own for a test, with a find, an album with a photo, and a rock. All but the first begin with a
 * copy of the first.
 */
async function startFilled() {
  if (filled) await useSite(await startCopy(filled, OPEN));
  else {
    await useSite(await forThisTest(startSite({ env: OPEN })));
    await fill();
    filled = await keepCopy(site);
  }
  return readFilled();
}

async function readFilled() {
  const [album] = (await (await send("GET /api/albums")).json()) as [Album];
  const [photo] = (await (
    await send(`GET /api/albums/${album.pa_key}/photos`)
  ).json()) as [Photo];
  const [find] = site.query<{
    uuid: string;
    rps_key: number;
    rpi_key: number;
    rc_key: number;
  }>(
    "SELECT uuid, rps_key, rpi_key, rc_key FROM rock_posts JOIN rock_post_images USING (rps_key), rocks",
  );
  return { album, photo, ...find! };
}

async function fill() {
  await site.sendFind();
  await send("POST /api/albums", { name: "sea", show: true });
  await send(
    "POST /api/albums/sea/upload-images",
    await findForm({}, ["plain.png"], "files"),
  );
  await send(
    "POST /api/rocks",
    await findForm(
      {
        rock_number: "7",
        artist_keys: "[1]",
      },
      ["plain.png"],
      "image",
    ),
  );
  await site.untilTidy();
}

const change = {
  rock_number: 9,
  location: "Here",
  date: "2026-05-17",
  comment: "Found.",
  latitude: null,
  longitude: null,
};

describe("a site that has lost nothing when its store is back", () => {
  setUpSite({ env: OPEN });
  beforeAll(async () => {
    await fill();
    filled ??= await keepCopy(site);
  });
  beforeEach(() => site.untilTidy());

  test("while the store is away reads go on, and every call that would touch a file answers 503 and changes nothing", async () => {
    const { album, photo, rps_key, rpi_key, rc_key } = await readFilled();
    const before = everything();
    const volume = takeStoreAway(site);
    expect(await health()).toMatchObject({
      status: 503,
      media: "down",
      database: "ok",
    });
    const calls: (() => Promise<Response>)[] = [
      () => site.sendFind(),
      () => send(`DELETE /api/journey-admin/${rps_key}`),
      () => send(`DELETE /api/journey-admin/images/${rpi_key}`),
      () => send(`DELETE /api/albums/${album.pa_key}`),
      () => send(`DELETE /api/albums/photos/${photo.p_key}`),
      () => send("POST /api/albums/sync"),
      () => send("POST /api/albums/sea/init-folder"),
      () => send("POST /api/create-images", { regenerate: true }),
      () => send(`DELETE /api/rocks/${rc_key}`),
      async () =>
        send(
          "POST /api/albums/sea/upload-images",
          await findForm({}, ["plain.png"], "files"),
        ),
      async () =>
        send(
          `POST /api/journey-admin/${rps_key}/images`,
          await findForm({}, ["plain.png"], "image"),
        ),
      async () =>
        send(
          "POST /api/rocks",
          await findForm(
            {
              rock_number: "8",
              artist_keys: "[1]",
            },
            ["plain.png"],
            "image",
          ),
        ),
    ];
    for (const [nth, refused] of calls.entries()) {
      const answer = await refused();
      expect([nth, answer.status]).toEqual([nth, 503]);
      expect(await answer.json()).toMatchObject({
        error: expect.stringContaining("photographs"),
      });
    }
    expect(filesBelow(site.mediaDir)).toEqual([]);
    for (const page of [
      "/",
      "/map",
      "/photos",
      "/api/albums",
      "/api/rock-posts",
    ])
      expect((await site.fetch(page)).status).toBe(200);
    expect((await send("GET /api/journey-admin")).status).toBe(200);
    volume.bringBack();
    expect(everything()).toEqual(before);
    await site.untilHealthy();
    expect((await site.sendFind()).status).toBe(201);
    expect(
      (await send(`PUT /api/journey-admin/${rps_key}`, change)).status,
    ).toBe(200);
  });

  test("another site's store is not ours", async () => {
    const volume = takeStoreAway(site);
    cpSync(volume.elsewhere, site.mediaDir, { recursive: true });
    writeFileSync(site.inStore(".store-id"), `${randomUUID()}\n`);
    expect(await health()).toMatchObject({ status: 503, media: "down" });
    expect((await site.sendFind()).status).toBe(503);
    volume.bringBack();
    await site.untilHealthy();
  });

  test("a new database does not take a store that belongs to another", async () => {
    const other = await startSite({ env: { MEDIA_DIR: site.mediaDir } });
    try {
      const answer = await other.fetch("/healthz");
      expect(await answer.json()).toMatchObject({ media: "down" });
      expect((await other.sendFind()).status).toBe(503);
    } finally {
      await other.kill();
    }
    expect(await health()).toMatchObject({ status: 200 });
  });

  test("jobs that are under way when the store goes away count no try, hide no photo, and end when it is back @soak", async () => {
    const { photo } = await readFilled();
    const shownPhotos = () => site.query("SELECT missing, ready FROM photos");
    for (let round = 0; round < 2; round++) {
      await untilSeenBack();
      const jobs = [
        await startJob(site, cookie, "/api/albums/sync"),
        await startJob(site, cookie, "/api/create-images", {
          path: "media",
          regenerate: true,
        }),
      ];
      const volume = takeStoreAway(site);
      await untilSeenAway();
      expect(shownPhotos()).toEqual([{ missing: 0, ready: 1 }]);
      expect(filesBelow(site.mediaDir)).toEqual([]);
      volume.bringBack();
      await site.untilIdle();
      for (const { body } of jobs)
        expect(
          site.query(
            `SELECT state FROM jobs WHERE job_id = '${body.job_id}' OR parent_id = '${body.job_id}'`,
          ),
        ).not.toContainEqual({ state: "failed" });
    }
    expect(shownPhotos()).toEqual([{ missing: 0, ready: 1 }]);
    expect(
      (await site.fetch(`/media/albums/sea/webp/${photo.name}`)).status,
    ).toBe(200);
  });

  test("a store whose folder is gone altogether is not made anew", async () => {
    renameSync(site.mediaDir, `${site.mediaDir}.gone`);
    expect((await site.sendFind()).status).toBe(503);
    expect(existsSync(site.mediaDir)).toBe(false);
    renameSync(`${site.mediaDir}.gone`, site.mediaDir);
    await site.untilHealthy();
    expect((await site.sendFind()).status).toBe(201);
  });
});

test("the store is away at the start: the site serves, and goes on by itself once the store is back @soak", async () => {
  await startFilled();
  await site.kill();
  site.alter("INSERT INTO removals VALUES ('albums/sea/plain.png')");
  const volume = takeStoreAway(site);
  await site.restart();
  expect(await health()).toMatchObject({ status: 503, media: "down" });
  expect(filesBelow(site.mediaDir)).toEqual([]);
  volume.bringBack();
  await until(
    () => !existsSync(site.inStore("albums/sea/plain.png")) || undefined,
  );
});

test("a store without an id is taken for ours after an update only if it holds what the database lists @soak", async () => {
  const { uuid } = await startFilled();
  await site.kill();
  site.alter("DELETE FROM secrets WHERE name = 'store-id'");
  rmSync(site.inStore(".store-id"));
  const volume = takeStoreAway(site);
  await site.restart();
  expect(await health()).toMatchObject({ status: 503, media: "down" });
  expect(existsSync(site.inStore(".store-id"))).toBe(false);
  volume.bringBack();
  await site.untilHealthy();
  expect(readFileSync(site.inStore(".store-id"), "utf8").trim()).toBe(
    site.query<{ value: string }>(
      "SELECT value FROM secrets WHERE name = 'store-id'",
    )[0]!.value,
  );
  expect(existsSync(site.inStore("rocks/214", uuid))).toBe(true);
});

test("a path that can't be removed holds up no other deletion @soak", async () => {
  const { rps_key, uuid } = await startFilled();
  // No file system allows a name this long, so removing it always fails.
  site.alter(`INSERT INTO removals VALUES ('albums/${"x".repeat(300)}')`);
  const trashKey = await remove(`/api/journey-admin/${rps_key}`);
  expect((await send(`DELETE /api/trash/${trashKey}`)).status).toBe(204);
  expect(existsSync(site.inStore("rocks/214", uuid))).toBe(false);
  expect(site.query("SELECT count(*) AS n FROM removals")).toEqual([{ n: 1 }]);
  expect(
    (await send("POST /api/albums", { name: "hills", show: true })).status,
  ).toBe(201);
  expect((await site.sendFind()).status).toBe(201);
});
