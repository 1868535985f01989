import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import {
  albumWith,
  filesForm,
  photosOf,
} from "#tests/setup/calls/album-calls.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import {
  readEverything,
  remove,
  restore,
} from "#tests/setup/calls/trash-calls.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** Expects a refusal that says why and changes nothing, and that the thing comes back once nothing is in its way. */
async function expectConflict(
  trashKey: number,
  says: RegExp,
  clear: () => Promise<unknown>,
) {
  const before = await readEverything();
  const { status, body } = await restore(trashKey);
  expect(status).toBe(409);
  expect(body.error).toMatch(says);
  expect(await readEverything()).toEqual(before);
  await clear();
  expect((await restore(trashKey)).status).toBe(200);
}

test("a rock stays in the trash while another has its number", async () => {
  const rock = await newRock({ rock_number: 7, artist_keys: [1] });
  const trashKey = await remove(`/api/rocks/${rock.rc_key}`);
  const other = await newRock({ rock_number: 7, artist_keys: [1] });
  await expectConflict(
    trashKey,
    /Another rock has the number 7 now\. Delete that one first/,
    () => remove(`/api/rocks/${other.rc_key}`),
  );
});

test("an artist stays in the trash while another has the name, in upper or lower case", async () => {
  const add = (display_name: string) =>
    call("POST /api/users", { display_name });
  const mo = (await add("Auntie Mo")).body;
  const trashKey = await remove(`/api/users/${mo.ra_key}`);
  const other = (await add("auntie mo")).body;
  await expectConflict(trashKey, /Another user is called Auntie Mo now/, () =>
    call(`PUT /api/users/${other.ra_key}`, { display_name: "Uncle Mo" }),
  );
});

test("a rock whose number is used again has a folder of its own, and both keep their pictures", async () => {
  const rock = await newRock({ rock_number: 8, artist_keys: [1] });
  const trashKey = await remove(`/api/rocks/${rock.rc_key}`);
  const other = await newRock({ rock_number: 8, artist_keys: [1] });
  expect(existsSync(site.inStore("catalog/8.2/original"))).toBe(true);
  const address = "/media/catalog/8/a_sm.webp";
  expect((await site.fetch(address)).status).toBe(200);
  const otherKey = await remove(`/api/rocks/${other.rc_key}`);
  expect((await site.fetch(address)).status).toBe(404);
  await call(`DELETE /api/trash/${otherKey}`);
  expect(existsSync(site.inStore("catalog/8.2/original"))).toBe(false);
  expect((await restore(trashKey)).status).toBe(200);
  expect((await site.fetch(address)).status).toBe(200);
});

test("an album whose name is in the trash is refused with the way out", async () => {
  const { album } = await albumWith(["plain.png"]);
  const trashKey = await remove(`/api/albums/${album.pa_key}`);
  const add = () => call("POST /api/albums", { name: album.name });
  expect(await add()).toMatchObject({
    status: 409,
    body: {
      error: `There is an album named ${album.name} in the trash. Restore it, or delete it there for good.`,
      fields: { name: "That name is in the trash." },
    },
  });
  await call(`DELETE /api/trash/${trashKey}`);
  expect((await add()).status).toBe(201);
});

test("a photo stays in the trash without its album, and a new one of its file has another name @soak", async () => {
  const { album, photos } = await albumWith(["plain.png", "progressive.jpg"]);
  const path = `/api/albums/photos/${photos[0]!.p_key}`;
  const trashKey = await remove(path);
  const albumKey = await remove(`/api/albums/${album.pa_key}`);
  await expectConflict(trashKey, /Its album is in the trash too/, () =>
    restore(albumKey),
  );
  const again = await remove(path);
  const { body } = await call(
    `POST /api/albums/${album.name}/upload-images`,
    await filesForm(["plain.png"]),
  );
  expect(body.files).toEqual(["plain-2.png"]);
  await site.untilIdle();
  expect((await restore(again)).status).toBe(200);
  expect(await photosOf(album)).toHaveLength(3);
});

test("an image stays in the trash without its find", async () => {
  const find: AdminFind = await newFind();
  const { body } = await call(`GET /api/journey-admin/${find.rps_key}/images`);
  const trashKey = await remove(
    `/api/journey-admin/images/${body[0]!.rpi_key}`,
  );
  const ofFind = await remove(`/api/journey-admin/${find.rps_key}`);
  await expectConflict(trashKey, /Its find is in the trash too/, () =>
    restore(ofFind),
  );
});

test("what isn't in the trash can't be restored or deleted for good", async () => {
  expect((await restore(999_999)).status).toBe(404);
  expect((await call("DELETE /api/trash/999999")).status).toBe(404);
  expect((await call("GET /api/trash/999999/picture")).status).toBe(404);
});
