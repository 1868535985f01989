import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { FinderFind, SubmissionResult } from "#domain/finds/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  FIND_KEY as KEY,
  readAsFinder,
  readFind,
} from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { previewOf } from "#tests/setup/calls/uploads/preview.ts";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  createUpload,
  offsetOf,
  removeUpload,
  sendPiece,
  uploadBytes,
  uploadFixture,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off", MODERATION: "off" } });

const heic = readFileSync(fixture("portrait.heic"));
/** Of that HEIC, as a browser makes it. */
let preview: Buffer;
beforeAll(async () => {
  preview = await previewOf("portrait.heic", 640);
});

interface ImageRow {
  rpi_key: number;
  original_name: string;
  original_file: string;
  original_state: string;
  show: number;
  ready: number;
  width: number;
  fingerprint: string | null;
  original_error: string | null;
}

/** Sends a find whose only picture is that preview, and waits for its derivatives. */
async function sendPreview() {
  const { id } = await uploadBytes(site, preview, {
    filename: "IMG_1.jpg",
    preview: null,
  });
  const answer = await site.sendFind(
    { ...findFields, find_key: KEY, uploads: JSON.stringify([id]) },
    [],
  );
  const { uuid, images } = (await answer.json()) as SubmissionResult;
  await site.untilTidy();
  const folder = `rocks/214/${uuid}`;
  const row = () =>
    site.query<ImageRow>(
      `SELECT i.* FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE uuid = '${uuid}' AND replaces IS NULL`,
    )[0]!;
  const { rps_key } = site.query<{ rps_key: number }>(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
  )[0]!;
  return {
    uuid,
    rps_key,
    row,
    original: {
      filename: "IMG_1.HEIC",
      original_of: `${uuid}/${images[0]}`,
      find_key: KEY,
    },
    /** What the finder is told of its originals. */
    originalErrors: async () => {
      const answer = await readAsFinder({ uuid });
      const { find } = (await answer.json()) as { find: FinderFind };
      return find.images.map(({ original_error }) => original_error);
    },
    files: () => readdirSync(site.inStore(folder, "original")),
    readOriginal: () =>
      readFileSync(site.inStore(folder, "original", row().original_file)),
    media: () => site.fetch(`/media/${folder}/webp/${images[0]}.webp`),
    pending: async () => {
      const { body } = await call("GET /api/journey-admin");
      return body.find((find) => find.uuid === uuid)!.originals_pending;
    },
  };
}

async function expectRefusal(answer: Response, status: number) {
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    error: expect.stringMatching(/\.$/),
  });
}

describe("an original that follows", () => {
  test("replaces its preview byte for byte under the same public name", async () => {
    const find = await sendPreview();
    const before = find.row();
    expect(await find.pending()).toBe(1);
    const media = await find.media();
    expect(media.status).toBe(200);

    const { answer, path } = await uploadBytes(site, heic, find.original);
    expect(answer.status).toBe(204);
    expect((await find.media()).status).toBe(200);
    await site.untilTidy();

    const after = find.row();
    expect(after).toMatchObject({
      original_name: "IMG_1.HEIC",
      original_state: "final",
      ready: 1,
      show: 1,
    });
    expect(after.original_file).not.toBe(before.original_file);
    expect(after.width).toBeGreaterThan(before.width);
    expect(find.readOriginal().equals(heic)).toBe(true);
    expectSums("rock_post_images");
    expect(find.files()).toEqual([after.original_file]);
    expect(existsSync(arrivedFile(site, path))).toBe(false);
    expect(await find.pending()).toBe(0);
    const replaced = await find.media();
    expect(replaced.status).toBe(200);
    expect(replaced.headers.get("etag")).not.toBe(media.headers.get("etag"));
    expect(await offsetOf(site, path)).toBe(heic.length);

    await expectRefusal(
      await createUpload(site, heic.length, find.original),
      409,
    );
  });

  test("that can't be decoded changes nothing, and is named to the admin @soak", async () => {
    const find = await sendPreview();
    const before = find.row();
    const cut = readFileSync(fixture("photo.webp")).subarray(0, 5000);
    const { answer } = await uploadBytes(site, cut, find.original);
    expect(answer.status).toBe(204);
    await site.untilTidy();
    expect(find.row()).toEqual({ ...before, original_state: "final" });
    expect(find.readOriginal().equals(preview)).toBe(true);
    expect((await find.media()).status).toBe(200);
    const { body } = await call(
      `GET /api/journey-admin/${find.rps_key}/images`,
    );
    expect(body.map(({ error }) => error !== null)).toEqual([false, true]);
    expect(body[0]!.original_error).toBe(body[1]!.error);
    expect(await find.originalErrors()).toEqual([body[1]!.error]);
  });

  test("needs the find's key, and an image of that find", async () => {
    const find = await sendPreview();
    const [, name] = find.original.original_of.split("/");
    for (const metadata of [
      { ...find.original, find_key: KEY.replace("0", "1") },
      { original_of: find.original.original_of },
      { ...find.original, original_of: `${find.uuid}/000000000000` },
      {
        ...find.original,
        original_of: `00000000-0000-4000-8000-000000000000/${name}`,
      },
    ])
      await expectRefusal(await createUpload(site, 100, metadata), 404);
    expect(await find.pending()).toBe(1);
  });

  test("that is no picture is refused and removed, and the image stays as it is", async () => {
    const find = await sendPreview();
    const before = find.row();
    const note = readFileSync(fixture("note.jpg"));
    const { answer, path } = await uploadBytes(site, note, find.original);
    await expectRefusal(answer, 415);
    expect((await askUpload(site, path)).status).toBe(404);
    expect(existsSync(arrivedFile(site, path))).toBe(false);
    expect(find.row()).toEqual({
      ...before,
      original_state: "replaceable",
      original_error: "Only image files are allowed (.jpg, .png, .heic, etc).",
    });
    expect(find.readOriginal().equals(preview)).toBe(true);
    expect((await find.media()).status).toBe(200);
    expect(await find.originalErrors()).toEqual([find.row().original_error]);
    // A whole one may still come.
    await uploadBytes(site, heic, find.original);
    expect(find.row()).toMatchObject({
      original_state: "final",
      original_error: null,
    });
  });

  test("that has too many pixels is named to the finder and the admin, and changes the find's version @soak", async () => {
    const find = await sendPreview();
    const huge = readFileSync(fixture("huge.png"));
    const { version } = await readFind(find.uuid);
    const { answer } = await uploadBytes(site, huge, find.original);
    expect(answer.status).toBe(204);
    await site.untilTidy();
    const why = "This image has too many pixels: 120 megapixels at most.";
    expect(await find.originalErrors()).toEqual([why]);
    expect((await readFind(find.uuid)).version).not.toBe(version);
    const { body } = await call(
      `GET /api/journey-admin/${find.rps_key}/images`,
    );
    expect(body[0]!.original_error).toBe(why);
  });

  test("of which two come takes the first, and refuses the second @soak", async () => {
    const find = await sendPreview();
    const second = await beginUpload(site, heic.length, find.original);
    await uploadBytes(site, heic, find.original);
    await expectRefusal(await sendPiece(site, second, 0, heic), 409);
    expect((await askUpload(site, second)).status).toBe(404);
    await site.untilTidy();
    expect(find.readOriginal().equals(heic)).toBe(true);
  });

  test("that its sender removes is waited for no longer", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, heic.length, find.original);
    expect(await find.pending()).toBe(1);
    await removeUpload(path);
    expect(await find.pending()).toBe(0);
  });

  test("can't go into a new find", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, heic.length, find.original);
    const uploads = JSON.stringify([path.split("/").at(-1)]);
    await expectRefusal(
      await site.sendFind({ ...findFields, uploads }, []),
      400,
    );
  });

  test("goes with its find, and then is not there @soak", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, heic.length, find.original);
    await sendPiece(site, path, 0, heic.subarray(0, 1000));
    expect(
      (await send(`DELETE /api/journey-admin/${find.rps_key}`)).status,
    ).toBe(204);
    expect((await askUpload(site, path)).status).toBe(404);
    await expectRefusal(
      await sendPiece(site, path, 1000, heic.subarray(1000)),
      404,
    );
    await site.restart();
    expect(existsSync(arrivedFile(site, path))).toBe(false);
  });

  test("goes on when its find comes back from the trash @soak", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, heic.length, find.original);
    await sendPiece(site, path, 0, heic.subarray(0, 1000));
    const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
    expect((await askUpload(site, path)).status).toBe(404);
    expect((await restore(trashKey)).status).toBe(200);
    expect(await offsetOf(site, path)).toBe(1000);
    await sendPiece(site, path, 1000, heic.subarray(1000));
    await site.untilTidy();
    expect(find.row().original_state).toBe("final");
    expect(find.row().original_file).toMatch(/\.heic$/);
  });

  test("follows its find to another rock number", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, heic.length, find.original);
    const { body } = await call("GET /api/journey-admin");
    const saved = body.find(({ uuid }) => uuid === find.uuid)!;
    expect(
      (
        await send(`PUT /api/journey-admin/${find.rps_key}`, {
          ...saved,
          rock_number: 7,
        })
      ).status,
    ).toBe(200);
    expect((await sendPiece(site, path, 0, heic)).status).toBe(204);
    await site.untilTidy();
    const folder = site.inStore("rocks/214", find.uuid, "original");
    expect(readdirSync(folder)).toEqual([find.row().original_file]);
  });

  test("takes its place at the next start if the site is killed when it is complete @soak", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, heic.length, find.original);
    await sendPiece(site, path, 0, heic.subarray(0, -1));
    await site.kill("SIGKILL");
    // The last byte is written, and nothing of what follows is done.
    appendFileSync(arrivedFile(site, path), heic.subarray(-1));
    await site.restart();
    expect(find.row().original_state).toBe("final");
    await site.untilTidy();
    expect(find.readOriginal().equals(heic)).toBe(true);
    expect(find.files()).toHaveLength(1);
    expect(existsSync(arrivedFile(site, path))).toBe(false);
  });
});

describe("after their time", () => {
  const age = (table: string, days: number, where: string) =>
    site.alter(
      `UPDATE ${table} SET create_dt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${days} days') WHERE ${where}`,
    );
  const ids = () =>
    site.query<{ id: string }>("SELECT id FROM uploads").map(({ id }) => id);

  test("uploads are removed, used or not, and others stay @soak", async () => {
    const old = await uploadFixture("plain.png");
    const used = await uploadFixture("plain.png");
    await site.sendFind({ ...findFields, uploads: JSON.stringify([used]) }, []);
    const young = await uploadFixture("plain.png");
    const nobodys = "f".repeat(32);
    appendFileSync(site.inStore("tmp/uploads", nobodys), "left over");
    age("uploads", 8, `id IN ('${old}', '${used}')`);

    // Even before they are removed, they are gone for everybody.
    expect((await askUpload(site, `/api/uploads/${old}`)).status).toBe(404);
    await site.restart();
    expect(ids()).toContain(young);
    for (const id of [old, used]) expect(ids()).not.toContain(id);
    const files = readdirSync(site.inStore("tmp/uploads"));
    expect(files).toContain(young);
    for (const id of [old, used, nobodys]) expect(files).not.toContain(id);
    expect(
      (
        await site.sendFind(
          { ...findFields, uploads: JSON.stringify([young]) },
          [],
        )
      ).status,
    ).toBe(201);
  });

  test("an image no longer waits for an original that began and stopped, or never began, and takes it still @soak", async () => {
    const begun = await sendPreview();
    await beginUpload(site, heic.length, begun.original);
    const never = await sendPreview();
    const waits = await sendPreview();
    age("uploads", 8, `rpi_key = ${begun.row().rpi_key}`);
    age("rock_post_images", 31, `rpi_key = ${never.row().rpi_key}`);
    age("rock_post_images", 29, `rpi_key = ${waits.row().rpi_key}`);
    await site.restart();
    expect(begun.row().original_state).toBe("replaceable");
    expect(never.row().original_state).toBe("replaceable");
    expect(waits.row().original_state).toBe("pending");
    await uploadBytes(site, heic, never.original);
    expect(never.row().original_state).toBe("final");
  });
});
