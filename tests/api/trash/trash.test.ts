import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { Trashed } from "#domain/trash/answers.ts";
import { albumWith } from "#tests/setup/calls/album-calls.ts";
import { imagesOf, newFind } from "#tests/setup/calls/find-calls.ts";
import { newRock, rockForm } from "#tests/setup/calls/rock-calls.ts";
import {
  readEverything,
  readTrash,
  remove,
  restore,
} from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  call,
  cookie,
  send,
  setUpSite,
  site,
  statusAt,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();
afterEach(async () => {
  // Some are gone before their turn: an album takes its photos with it.
  for (const { trash_key } of await readTrash()) await deleteForGood(trash_key);
  expect(await readTrash()).toEqual([]);
});

const deleteForGood = (trashKey: number) =>
  statusOf(`DELETE /api/trash/${trashKey}`);
const filesOf = ({ uuid }: Pick<AdminFind, "uuid">) =>
  filesBelow(site.mediaDir).filter((file) => file.includes(uuid));
const removeFind = ({ rps_key }: AdminFind) =>
  remove(`/api/journey-admin/${rps_key}`);
async function removeFirstImage(find: AdminFind) {
  const [image] = await imagesOf(find);
  return remove(`/api/journey-admin/images/${image!.rpi_key}`);
}

describe("the list", () => {
  test("says of each thing what it is, what comes back with it, and how long it is kept", async () => {
    const find = await newFind({ name: "Yuki" });
    const rock = await newRock({ rock_number: 102, artist_keys: [1] });
    const lake = { display_name: "The lake" };
    const pictures = ["plain.png", "photo.webp"];
    const { album, photos } = await albumWith(pictures, lake);
    await removeFind(find);
    await remove(`/api/rocks/${rock.rc_key}`);
    await remove(`/api/albums/photos/${photos[0]!.p_key}`);
    await remove(`/api/albums/${album.pa_key}`);
    const trash = await readTrash();
    const place = "Rock 214, Lighthouse steps, Anstruther";
    for (const [n, [kind, label, detail]] of [
      ["album", "The lake", "1 photo with its description"],
      ["photo", photos[0]!.name, "from the album “The lake”"],
      ["rock", "Rock 102", "its catalogue entry and picture"],
      ["find", place, "1 image and a comment by Yuki, hidden"],
    ].entries()) {
      expect(trash[n]).toMatchObject({ kind, label, detail });
      const { deleted_dt, expires_dt } = trash[n]!;
      const kept = Date.parse(expires_dt) - Date.parse(deleted_dt);
      expect(kept).toBe(30 * 86_400_000);
    }
    expect(await readTrash("?kind=photo")).toEqual([trash[1]]);

    const first = await call("GET /api/trash?limit=3");
    const [, next] = /<([^>]+)>/.exec(first.headers.get("link")!) ?? [];
    const second = await call<Trashed[]>(`GET ${next}`);
    expect([...first.body, ...second.body]).toEqual(trash);
    expect(second.headers.get("link")).toBeNull();
  });

  test("has small pictures that nobody but the admin sees", async () => {
    const find = await newFind();
    const trashKey = await removeFind(find);
    const picture = (await readTrash())[0]!.picture!;
    const { headers: got } = await send(`GET ${picture}`);
    expect(got.get("content-type")).toBe("image/webp");
    expect(got.get("cache-control")).toMatch(/no-store/);
    const headers = { cookie, Range: "bytes=-0" };
    expect(await call(`GET ${picture}`, undefined, headers)).toMatchObject({
      status: 416,
      body: { error: "The file has no such part." },
    });
    expect(filesOf(find)).toHaveLength(4);
    for (const file of filesOf(find))
      expect(await statusAt(`/media/${file}`, { cookie })).toBe(404);
    await restore(trashKey);
    expect(await statusAt(picture, { cookie })).toBe(404);
    const { body } = await call("POST /api/users", { display_name: "Ida" });
    await remove(`/api/users/${body.ra_key}`);
    expect((await readTrash())[0]!.picture).toBeNull();
  });
});

describe("for good", () => {
  test("goes a find with its files, its history and its images that are in the trash", async () => {
    const find = await newFind();
    await removeFirstImage(find);
    const trashKey = await removeFind(find);
    expect(await deleteForGood(trashKey)).toBe(204);
    expect(await readTrash()).toEqual([]);
    expect(filesOf(find)).toEqual([]);
    expect(site.count(`history WHERE rps_key = ${find.rps_key}`)).toBe(0);
    expect((await restore(trashKey)).status).toBe(404);
  });

  test("goes an album with its photos that are in the trash; nobody takes its name before", async () => {
    const { album, photos } = await albumWith(["plain.png"]);
    await remove(`/api/albums/photos/${photos[0]!.p_key}`);
    const trashKey = await remove(`/api/albums/${album.pa_key}`);
    const add = () => call("POST /api/albums", { name: album.name });
    expect(await add()).toMatchObject({
      status: 409,
      body: {
        error: `There is an album named ${album.name} in the trash. Restore it, or delete it there for good.`,
        fields: { name: "That name is in the trash." },
      },
    });
    expect(await deleteForGood(trashKey)).toBe(204);
    expect(await readTrash()).toEqual([]);
    expect(existsSync(site.inStore("albums", album.name))).toBe(false);
    expect((await add()).status).toBe(201);
  });
});

describe("in the trash stays", () => {
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

  test("a rock while another has its number, in a folder of its own", async () => {
    const newSeven = () => newRock({ rock_number: 7, artist_keys: [1] });
    const picture = () => statusAt("/media/catalog/7/a_sm.webp");
    const trashKey = await remove(`/api/rocks/${(await newSeven()).rc_key}`);
    const other = await newSeven();
    expect(existsSync(site.inStore("catalog/7.2/original"))).toBe(true);
    expect(await picture()).toBe(200);
    await expectConflict(
      trashKey,
      /Another rock has the number 7 now\. Delete that one first/,
      async () => {
        const otherKey = await remove(`/api/rocks/${other.rc_key}`);
        expect(await picture()).toBe(404);
        await deleteForGood(otherKey);
        expect(existsSync(site.inStore("catalog/7.2/original"))).toBe(false);
      },
    );
    expect(await picture()).toBe(200);
  });

  test("a rock in a folder of its own, although another of its number was received meanwhile", async () => {
    const fields = { rock_number: 8, artist_keys: [1], comment: "" };
    const add = async (image: string) =>
      call("POST /api/rocks", await rockForm(fields, image));
    // This picture takes a while to check. Whichever is taken first, the other one is refused or gets another folder.
    const slow = add("portrait.heic");
    const quick = await add("plain.png");
    if (quick.status === 201) await remove(`/api/rocks/${quick.body.rc_key}`);
    const added = [quick.status, (await slow).status].filter(
      (status) => status === 201,
    );
    const folders = site.column<string>(
      `SELECT folder FROM rocks WHERE rock_number = 8
        UNION ALL
       SELECT "rows" ->> '$.rocks[0].folder' FROM trash WHERE "rows" ->> '$.rocks[0].rock_number' = 8`,
    );
    expect(folders).toHaveLength(added.length);
    expect(new Set(folders).size).toBe(added.length);
    await site.untilIdle();
    for (const folder of folders)
      expect(existsSync(site.inStore(folder, "original"))).toBe(true);
  });

  test("an artist while another has the name, in upper or lower case", async () => {
    const add = async (display_name: string) =>
      (await call("POST /api/users", { display_name })).body.ra_key;
    const trashKey = await remove(`/api/users/${await add("Auntie Mo")}`);
    const other = await add("auntie mo");
    await expectConflict(trashKey, /Another user is called Auntie Mo now/, () =>
      call(`PUT /api/users/${other}`, { display_name: "Uncle Mo" }),
    );
  });

  test("an image without its find", async () => {
    const find = await newFind();
    const trashKey = await removeFirstImage(find);
    const findKey = await removeFind(find);
    await expectConflict(trashKey, /Its find is in the trash too/, () =>
      restore(findKey),
    );
  });
});
