import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import type { FindImage } from "#domain/finds/answers.ts";
import { albumWith } from "#tests/setup/calls/album-calls.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import { readEverything } from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

async function remove(address: string) {
  const answer = await send(`DELETE ${address}`);
  expect(answer.status).toBe(204);
  return Number(answer.headers.get("trash-key"));
}

const restore = async (trashKey: number) =>
  (await send(`POST /api/trash/${trashKey}/restore`)).status;

let albums = 0;
const nextName = () => ({ name: `album${++albums}` });

interface Thing {
  /** Where it is deleted. */
  address: string;
  /** Its files' places by their parts in the trash. */
  places: Record<string, string>;
}

/** Makes one thing of a kind. */
const things = {
  find: async () => {
    const { rps_key, uuid } = await newFind();
    return {
      address: `/api/journey-admin/${rps_key}`,
      places: { "": `rocks/214/${uuid}` },
    };
  },
  "find-image": async () => {
    const { rps_key, uuid } = await newFind();
    const { body } = await call(`GET /api/journey-admin/${rps_key}/images`);
    const [{ rpi_key }] = body as [FindImage];
    const folder = `rocks/214/${uuid}`;
    return {
      address: `/api/journey-admin/images/${rpi_key}`,
      places: Object.fromEntries(
        filesBelow(site.inStore(folder)).map((part) => [
          part,
          `${folder}/${part}`,
        ]),
      ),
    };
  },
  rock: async () => {
    const { rc_key, rock_number } = await newRock({ artist_keys: [1] });
    return {
      address: `/api/rocks/${rc_key}`,
      places: { "": `catalog/${rock_number}` },
    };
  },
  album: async () => {
    const { album } = await albumWith(["plain.png"], nextName());
    return {
      address: `/api/albums/${album.pa_key}`,
      places: { "": `albums/${album.name}` },
    };
  },
  photo: async () => {
    const { album, photos } = await albumWith(["plain.png"], nextName());
    const [photo] = photos as [AdminPhoto];
    return {
      address: `/api/albums/photos/${photo.p_key}`,
      places: Object.fromEntries(
        filesBelow(site.inStore("albums", album.name)).map((part) => [
          part,
          `albums/${album.name}/${part}`,
        ]),
      ),
    };
  },
} satisfies Record<string, () => Promise<Thing>>;

describe("a kill between two steps, when so many files of each kind of thing are not in the trash", () => {
  setUpSite();

  const made: Thing[] = [];
  beforeAll(async () => {
    for (const make of Object.values(things)) made.push(await make());
  });

  /**
   * A deletion and a restore leave the same behind, whenever they are killed: the row in the trash, a note of each
   * file's place, and each file either there or in the trash.
   */
  test.each([0, 1, 2, 3])("%i files", async (moved) => {
    const before = await readEverything();
    const trashKeys: number[] = [];
    for (const { address } of made) trashKeys.push(await remove(address));
    const inTrash = await readEverything();
    await site.kill("SIGKILL");
    for (const [nth, { places }] of made.entries())
      for (const [index, [part, place]] of Object.entries(places).entries()) {
        const trashKey = trashKeys[nth]!;
        site.alter(
          `INSERT INTO trash_moves (path, trash_key, part) VALUES ('${place}', ${trashKey}, '${part}')`,
        );
        if (index >= moved) continue;
        await mkdir(path.dirname(site.inStore(place)), { recursive: true });
        await rename(
          site.inStore("trash", String(trashKey), part),
          site.inStore(place),
        );
      }
    await site.restart();
    expect(await readEverything()).toEqual(inTrash);
    for (const trashKey of trashKeys) expect(await restore(trashKey)).toBe(200);
    expect(await readEverything()).toEqual(before);
  });
});

/** Looks at every turn of the event loop, so that the kill comes as soon as possible after the moment. */
async function atOnce(isThere: () => boolean, ended: Promise<unknown>) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && !isThere())
    await new Promise((resolve) => setImmediate(resolve));
}

const count = (table: string) =>
  site.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]!.n;

/** An album of 500 photos, whose files are not pictures, because nobody looks at them here. */
async function makeLargeAlbum() {
  const folder = site.inStore("albums/large");
  for (const kind of ["webp", "webp640", "webp300x300"])
    await mkdir(`${folder}/${kind}`, { recursive: true });
  for (let n = 1; n <= 500; n++) {
    await writeFile(`${folder}/${n}.jpg`, `original ${n}`);
    await writeFile(`${folder}/webp/${n}.webp`, `large ${n}`);
    await writeFile(`${folder}/webp640/${n}.webp`, `medium ${n}`);
    await writeFile(`${folder}/webp300x300/${n}.webp`, `small ${n}`);
  }
  site.alter(`INSERT INTO albums (name, show, order_num) VALUES ('large', 1, 1);
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
     INSERT INTO photos (pa_key, original_file, name, order_num, ready, show)
     SELECT (SELECT pa_key FROM albums), n || '.jpg', n || '.webp', 501 - n, 1, n % 7 > 0 FROM n`);
  const [{ pa_key }] = site.query<{ pa_key: number }>(
    "SELECT pa_key FROM albums",
  ) as [{ pa_key: number }];
  return `/api/albums/${pa_key}`;
}

describe("a site that is killed at any moment", () => {
  setUpSite();

  const isPending = () => count("trash_moves") > 0;
  /** A step that is done before it begins is a kill at once, such as the last one of a deletion. */
  const steps = {
    "when the files are about to move": isPending,
    "when the thing is in the trash": () => count("trash") > 0 && !isPending(),
    "when the thing is not in the trash": () => count("trash") === 0,
  };
  const moments = { ...steps, "at the end": () => false };

  test.each([
    [
      "an image of a find",
      async () => (await things["find-image"]()).address,
      moments,
    ],
    ["an album of 500 photos", makeLargeAlbum, steps],
  ])(
    "while %s is deleted or restored has it whole, or in the trash",
    async (_what, make, moments) => {
      const address = await make();
      const before = await readEverything();
      for (const isNow of Object.values(moments))
        for (const isRestored of [false, true]) {
          const [there] = site.query<{ trash_key: number }>(
            "SELECT trash_key FROM trash",
          );
          if (isRestored && !there) await remove(address);
          if (!isRestored && there) await restore(there.trash_key);
          const [key] = site.query<{ trash_key: number }>(
            "SELECT trash_key FROM trash",
          );
          const asked = (
            isRestored
              ? send(`POST /api/trash/${key!.trash_key}/restore`)
              : send(`DELETE ${address}`)
          ).catch(() => undefined);
          await atOnce(isNow, asked);
          await site.kill("SIGKILL");
          await asked;
          await site.restart();
          expect(count("trash_moves")).toBe(0);
          const after = await readEverything();
          if (count("trash") === 0) expect(after).toEqual(before);
          else
            expect(Object.values(after.files).sort()).toEqual(
              Object.values(before.files).sort(),
            );
        }
      const [left] = site.query<{ trash_key: number }>(
        "SELECT trash_key FROM trash",
      );
      if (left) expect(await restore(left.trash_key)).toBe(200);
      expect(await readEverything()).toEqual(before);
    },
  );
});
