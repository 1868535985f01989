import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { Trashed } from "#domain/trash/answers.ts";
import { albumWith, statusOf } from "#tests/setup/calls/album-calls.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { readTrash, remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import {
  call,
  cookie,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

/** The files of a find, wherever it is. */
const filesOf = ({ uuid }: Pick<AdminFind, "uuid">) =>
  filesBelow(site.mediaDir).filter((file) => file.includes(uuid));

const imagesOf = async ({ rps_key }: AdminFind) =>
  (await call(`GET /api/journey-admin/${rps_key}/images`)).body;

describe("the trash", () => {
  setUpSite();

  afterEach(async () => {
    // Some are gone before their turn: an album takes its photos with it.
    for (const { trash_key } of await readTrash())
      await send(`DELETE /api/trash/${trash_key}`);
    expect(await readTrash()).toEqual([]);
  });

  describe("the list", () => {
    test("says of each thing what it is, what comes back with it, and how long it is kept", async () => {
      const find = await newFind({ name: "Yuki" });
      const rock = await newRock({ rock_number: 102, artist_keys: [1] });
      const { album, photos } = await albumWith(["plain.png", "photo.webp"], {
        display_name: "The lake",
      });
      await remove(`/api/journey-admin/${find.rps_key}`);
      await remove(`/api/rocks/${rock.rc_key}`);
      await remove(`/api/albums/photos/${photos[0]!.p_key}`);
      await remove(`/api/albums/${album.pa_key}`);
      const trash = await readTrash();
      expect(
        trash.map(({ kind, label, detail }) => [kind, label, detail]),
      ).toEqual([
        ["album", "The lake", "1 photo with its description"],
        ["photo", photos[0]!.name, "from the album “The lake”"],
        ["rock", "Rock 102", "its catalogue entry and picture"],
        [
          "find",
          "Rock 214, Lighthouse steps, Anstruther",
          "1 image and a comment by Yuki, hidden",
        ],
      ]);
      for (const { deleted_dt, expires_dt } of trash)
        expect(Date.parse(expires_dt) - Date.parse(deleted_dt)).toBe(
          30 * 86_400_000,
        );
      expect((await readTrash("?kind=photo")).map(({ kind }) => kind)).toEqual([
        "photo",
      ]);
      expect((await call("GET /api/trash?kind=sandwich")).status).toBe(400);

      const first = await call("GET /api/trash?limit=3");
      const [, next] = /<([^>]+)>/.exec(first.headers.get("link")!) ?? [];
      const { pathname, search } = new URL(next!, site.baseURL);
      const second = await call<Trashed[]>(`GET ${pathname + search}`);
      expect([...first.body, ...second.body]).toEqual(trash);
      expect(second.headers.get("link")).toBeNull();
    });

    test("has small pictures that nobody but the admin sees", async () => {
      const find = await newFind();
      const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
      const [{ picture }] = (await readTrash()) as [Trashed];
      const answer = await send(`GET ${picture!}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("cache-control")).toMatch(/no-store/);
      expect(await statusOf(picture!)).toBe(401);
      const beyond = await call(`GET ${picture!}`, undefined, {
        cookie,
        Range: "bytes=-0",
      });
      expect(beyond).toMatchObject({
        status: 416,
        body: { error: "The file has no such part." },
      });
      expect(filesOf(find)).toHaveLength(4);
      for (const file of filesOf(find))
        expect(await statusOf(`/media/${file}`, { cookie })).toBe(404);
      await call("POST /api/users", { display_name: "Ida" });
      const { body: users } = await call("GET /api/users");
      await remove(`/api/users/${users.at(-1)!.ra_key}`);
      expect((await readTrash("?kind=artist"))[0]!.picture).toBeNull();
      await restore(trashKey);
      expect(await statusOf(picture!, { cookie })).toBe(404);
    });
  });

  describe("for good", () => {
    test("goes a find with its files, its history and its images that are in the trash", async () => {
      const find = await newFind();
      const [image] = await imagesOf(find);
      await remove(`/api/journey-admin/images/${image!.rpi_key}`);
      const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
      site.alter(
        `INSERT INTO history (rps_key, by, what) VALUES (${find.rps_key}, 'admin', 'deleted')`,
      );
      expect((await send(`DELETE /api/trash/${trashKey}`)).status).toBe(204);
      expect(await readTrash()).toEqual([]);
      expect(filesOf(find)).toEqual([]);
      expect(
        site.query(`SELECT * FROM history WHERE rps_key = ${find.rps_key}`),
      ).toEqual([]);
      expect((await restore(trashKey)).status).toBe(404);
    });

    test("goes an album with its photos that are in the trash", async () => {
      const { album, photos } = await albumWith(["plain.png"]);
      await remove(`/api/albums/photos/${photos[0]!.p_key}`);
      const trashKey = await remove(`/api/albums/${album.pa_key}`);
      expect((await send(`DELETE /api/trash/${trashKey}`)).status).toBe(204);
      expect(await readTrash()).toEqual([]);
      expect(existsSync(site.inStore("albums", album.name))).toBe(false);
    });

    test("goes what has been kept for its time, at the next sweep, and nothing else @soak", async () => {
      const kept = await newFind();
      const old = await newFind({ location: "Long ago" });
      const keptKey = await remove(`/api/journey-admin/${kept.rps_key}`);
      const oldKey = await remove(`/api/journey-admin/${old.rps_key}`);
      await site.kill();
      site.alter(
        `UPDATE trash SET expires_hour = 0 WHERE trash_key = ${oldKey}`,
      );
      await site.restart();
      expect(site.query("SELECT trash_key FROM trash")).toEqual([
        { trash_key: keptKey },
      ]);
      expect(filesOf(old)).toEqual([]);
      expect(filesOf(kept)).toHaveLength(4);
    });

    test("goes a find that its finder deletes, with its images that are in the trash @soak", async () => {
      const find_key = "0123456789abcdef0123456789abcdef";
      const answer = await site.sendFind({ ...findFields, find_key }, [
        "plain.png",
        "progressive.jpg",
      ]);
      const { uuid } = (await answer.json()) as { uuid: string };
      await site.untilIdle();
      const { body } = await call("GET /api/journey-admin");
      const find = body.find((other) => other.uuid === uuid)!;
      const [image] = await imagesOf(find);
      await remove(`/api/journey-admin/images/${image!.rpi_key}`);
      const gone = await site.fetch(`/finds/${uuid}.data`, {
        method: "POST",
        body: new URLSearchParams({ intent: "delete", key: find_key }),
      });
      expect(gone.status).toBeLessThan(400);
      expect(
        site.query(`SELECT uuid FROM rock_posts WHERE uuid = '${uuid}'`),
      ).toEqual([]);
      expect(await readTrash()).toEqual([]);
      expect(existsSync(site.inStore("rocks/214", uuid))).toBe(false);
    });
  });

  test("what a kill left on the disk after its rows had gone is removed at the next start @soak", async () => {
    const find = await newFind();
    const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
    await site.kill("SIGKILL");
    site.alter(`DELETE FROM trash WHERE trash_key = ${trashKey};
                INSERT INTO removals VALUES ('rocks/214/${find.uuid}')`);
    await site.restart();
    expect(filesOf(find)).toEqual([]);
    expect(site.query("SELECT * FROM removals")).toEqual([]);
  });

  test("while the store is away nothing is restored or deleted for good, and everything is when it is back @soak", async () => {
    const find = await newFind();
    const other = await newFind();
    const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
    const otherKey = await remove(`/api/journey-admin/${other.rps_key}`);
    const volume = takeStoreAway(site);
    expect((await restore(trashKey)).status).toBe(503);
    expect((await send(`DELETE /api/trash/${otherKey}`)).status).toBe(503);
    expect(await readTrash()).toHaveLength(2);
    volume.bringBack();
    expect((await restore(trashKey)).status).toBe(200);
    expect((await send(`DELETE /api/trash/${otherKey}`)).status).toBe(204);
    expect(
      filesBelow(site.inStore("rocks/214", find.uuid)).length,
    ).toBeGreaterThan(2);
  });
});

describe("without a trash", () => {
  setUpSite({ env: { TRASH_DAYS: "0" } });

  test("everything is deleted at once", async () => {
    const find = await newFind();
    const answer = await send(`DELETE /api/journey-admin/${find.rps_key}`);
    expect(answer.status).toBe(204);
    expect(answer.headers.has("trash-key")).toBe(false);
    expect(site.query("SELECT * FROM trash")).toEqual([]);
    expect(filesBelow(site.inStore("rocks"))).toEqual([]);
  });
});
