import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob } from "#tests/setup/calls/jobs.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";
import {
  albums,
  albumWith,
  filesForm,
  newAlbum,
  photosOf,
  statusOf,
} from "#tests/setup/calls/album-calls.ts";

setUpSite();

/** Lists the files in an album's folder. None if there is no folder. */
function filesOf(name: string) {
  const folder = site.inStore("albums", name);
  return existsSync(folder) ? filesBelow(folder) : [];
}

describe("adding images", () => {
  test("several images become photos by themselves, each under a name of its own", async () => {
    const album = await newAlbum();
    const form = await filesForm(["progressive.jpg", "plain.png"], (image) =>
      image.startsWith("prog") ? "../Café & sea.PNG" : "Café & sea.png",
    );
    form.append(
      "files",
      new Blob([await readFile(fixture("plain.png"))]),
      "Café & sea.png",
    );
    const sent = await call(
      `POST /api/albums/${album.name}/upload-images`,
      form,
    );
    expect(sent).toMatchObject({
      status: 201,
      body: {
        files: ["Cafe-sea.jpg", "Cafe-sea.png", "Cafe-sea-2.png"],
        job_id: expect.any(String),
      },
    });
    await site.untilIdle();
    expect(await readJob(site, cookie, sent.body.job_id)).toMatchObject({
      kind: "sync-albums",
      state: "succeeded",
    });
    const photos = await photosOf(album);
    expect(photos).toHaveLength(3);
    expect(new Set(photos.map(({ name }) => name)).size).toBe(3);
    for (const { name } of photos)
      for (const size of ["webp", "webp300x300"])
        expect(
          await statusOf(`/media/albums/${album.name}/${size}/${name}`, {
            cookie,
          }),
        ).toBe(200);
    expect(
      await readFile(site.inStore("albums", album.name, "Cafe-sea.png")),
    ).toEqual(await readFile(fixture("plain.png")));
    expectSums("photos");
  });

  test("one file that is no image has all refused, and says which", async () => {
    const album = await newAlbum();
    const refused = await call(
      `POST /api/albums/${album.name}/upload-images`,
      await filesForm(["plain.png", "note.jpg"]),
    );
    expect(refused.status).toBe(415);
    expect(refused.body.error).toContain("note.jpg");
    expect(refused.body.fields).toEqual({ files: expect.any(String) });
    for (const form of [new FormData(), await filesForm(["drawing.svg"])])
      expect(
        (await call(`POST /api/albums/${album.name}/upload-images`, form))
          .status,
      ).toBeGreaterThanOrEqual(400);
    expect(filesOf(album.name)).toEqual([]);
    expect(filesBelow(site.inStore("tmp/incoming"))).toEqual([]);
  });

  test("a file over the limit has all refused", async () => {
    const album = await newAlbum();
    const form = await filesForm(["plain.png"]);
    form.append("files", new Blob([Buffer.alloc(26 * 1_048_576)]), "large.jpg");
    expect(
      (await call(`POST /api/albums/${album.name}/upload-images`, form)).status,
    ).toBe(413);
    expect(filesOf(album.name)).toEqual([]);
  });
});

describe("deleting", () => {
  test("a photo goes with its row, original and derivatives, and sync does not bring it back", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const [gone, other] = photos as [AdminPhoto, AdminPhoto];
    expect((await call(`DELETE /api/albums/photos/${gone.p_key}`)).status).toBe(
      204,
    );
    await doJob(site, cookie, "/api/albums/sync");
    expect(await photosOf(album)).toEqual([other]);
    expect(
      filesOf(album.name).filter((file) =>
        file.includes(gone.name.replace(".webp", "")),
      ),
    ).toEqual([]);
    expect(
      await statusOf(`/media/albums/${album.name}/webp/${gone.name}`, {
        cookie,
      }),
    ).toBe(404);
  });

  test("an album goes with its photos, rows and files, and its name is free again", async () => {
    const { album } = await albumWith(["plain.png"]);
    expect((await call(`DELETE /api/albums/${album.pa_key}`)).status).toBe(204);
    await doJob(site, cookie, "/api/albums/sync");
    expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
    expect(
      site.query(`SELECT * FROM photos WHERE pa_key = ${album.pa_key}`),
    ).toEqual([]);
    expect(filesOf(album.name)).toEqual([]);
    expect((await call("POST /api/albums", { name: album.name })).status).toBe(
      201,
    );
  });

  test("an album that is deleted while a sync runs does not come back, nor does a photo", async () => {
    for (let round = 0; round < 6; round++) {
      const album = await newAlbum();
      const keeps = await newAlbum();
      await mkdir(site.inStore("albums", album.name), { recursive: true });
      await mkdir(site.inStore("albums", keeps.name), { recursive: true });
      for (let copy = 0; copy < 12; copy++)
        for (const { name } of [album, keeps])
          await copyFile(
            fixture("progressive.jpg"),
            site.inStore("albums", name, `${copy}.jpg`),
          );
      const { job_id } = (await call("POST /api/albums/sync")).body;
      // Each round hits another moment of the sync.
      for (let turn = 0; turn < round * 3; turn++)
        await readJob(site, cookie, job_id);
      const [first] = await photosOf(keeps);
      const answers = await Promise.all([
        call(`DELETE /api/albums/${album.pa_key}`),
        first && call(`DELETE /api/albums/photos/${first.p_key}`),
      ]);
      for (const answer of answers) if (answer) expect(answer.status).toBe(204);
      await site.untilIdle();
      await doJob(site, cookie, "/api/albums/sync");
      const all = await albums();
      expect(all.map(({ name }) => name)).not.toContain(album.name);
      expect(filesOf(album.name)).toEqual([]);
      const photos = await photosOf(keeps);
      expect(photos).toHaveLength(first ? 11 : 12);
      expect(photos.every(({ ready }) => ready)).toBe(true);
      await call(`DELETE /api/albums/${keeps.pa_key}`);
    }
  });

  test("a list of the folders that is read before a deletion and applied after it brings nothing back", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    await call(`DELETE /api/albums/photos/${photos[0]!.p_key}`);
    await call(`DELETE /api/albums/${album.pa_key}`);
    // A worker that was still writing leaves derivatives without an original.
    const stray = site.inStore("albums", album.name, "webp", photos[0]!.name);
    await mkdir(path.dirname(stray), { recursive: true });
    await copyFile(fixture("photo.webp"), stray);
    await doJob(site, cookie, "/api/albums/sync");
    expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
  });
});
