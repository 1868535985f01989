import { mkdir, rm, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import { albumWith, filesForm } from "#tests/setup/calls/album-calls.ts";
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

test("an album stays in the trash while another has its name, or files are at its place", async () => {
  const { album } = await albumWith(["plain.png"]);
  const trashKey = await remove(`/api/albums/${album.pa_key}`);
  const other = (await call("POST /api/albums", { name: album.name })).body;
  await expectConflict(
    trashKey,
    new RegExp(`Another album is named ${album.name} now`),
    () => remove(`/api/albums/${other.pa_key}`),
  );
  const again = await remove(`/api/albums/${album.pa_key}`);
  const folder = site.inStore("albums", album.name);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/other.png`, "an operator's");
  await expectConflict(again, /Move them away/, () =>
    rm(folder, { recursive: true }),
  );
});

test("a photo stays in the trash without its album, and while its file's name is taken", async () => {
  const { album, photos } = await albumWith(["plain.png", "progressive.jpg"]);
  const path = `/api/albums/photos/${photos[0]!.p_key}`;
  let albumKey = 0;
  const trashKey = await remove(path);
  albumKey = await remove(`/api/albums/${album.pa_key}`);
  await expectConflict(trashKey, /Its album is in the trash too/, () =>
    restore(albumKey),
  );
  const again = await remove(path);
  await call(
    `POST /api/albums/${album.name}/upload-images`,
    await filesForm(["plain.png"]),
  );
  await site.untilIdle();
  const { body } = await call(`GET /api/albums/${album.pa_key}/photos`);
  const other = body.find(({ name }) => /plain/.test(name))!;
  await expectConflict(again, /another photo of the file plain\.png now/, () =>
    remove(`/api/albums/photos/${other.p_key}`),
  );
});

test("a photo stays in the trash while a file that no photo is made of is at its place", async () => {
  const { album, photos } = await albumWith(["plain.png"]);
  const trashKey = await remove(`/api/albums/photos/${photos[0]!.p_key}`);
  const file = site.inStore("albums", album.name, "plain.png");
  await writeFile(file, "another");
  await expectConflict(trashKey, /plain\.png.*Move them away/, () => rm(file));
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
