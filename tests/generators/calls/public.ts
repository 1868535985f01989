import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { FOLDERS } from "#tests/setup/calls/empty-site.ts";
import { filesBelow } from "#tests/setup/files.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { isOf, pictureOf } from "../pictures.ts";
import type { Stage } from "./call.ts";
import { rowOf, type Rows } from "./rows.ts";

/** Pictures and files: what must be there of them, and what may be public. */

type Things = Pick<Rows, "finds" | "images" | "rocks" | "albums" | "photos">;

/** What each picture has in the store, and where the site answers with it. */
function listPictures(rows: Things) {
  const describe = (
    folder: string,
    original: string,
    sizes: string[],
    address: string,
    isShown: boolean,
    sent?: number,
  ) => ({
    original: `${folder}/${original}`,
    derivatives: sizes.map((size) => `${folder}/${size}`),
    address: `/media/${address}`,
    isShown,
    /** What its finder or the admin has sent. */
    sent,
  });
  return [
    ...rows.images.map((image) => {
      const find = rowOf(rows as Rows, "finds", image.rps_key)!;
      const name = `${image.current_name}.webp`;
      return describe(
        find.folder,
        `original/${image.original_file}`,
        [`sm/${name}`, `webp640/${name}`, `webp/${name}`],
        // The address follows the find's number.
        `rocks/${find.rock_number}/${find.uuid}/sm/${name}`,
        find.show && image.show,
        Number.parseInt(image.original_name, 10),
      );
    }),
    ...rows.rocks.map((rock) =>
      describe(
        rock.folder,
        `original/${rock.original_file}`,
        ["a.webp", "a_sm.webp", "a_xs.webp", "pin.webp"],
        `catalog/${rock.rock_number}/a_sm.webp`,
        true,
      ),
    ),
    ...rows.photos.map(({ pa_key, name, original_file, show }) => {
      const album = rowOf(rows as Rows, "albums", pa_key)!;
      return describe(
        `albums/${album.name}`,
        original_file,
        [`webp/${name}`, `webp640/${name}`, `webp300x300/${name}`],
        `albums/${album.name}/webp300x300/${name}`,
        album.show && show,
      );
    }),
  ];
}

/** The rows of what is in the trash, beside those that they are parts of. */
function rowsInTrash({ trash, finds, albums }: Rows): Things {
  const all = trash.map(({ rows }) => JSON.parse(rows) as Record<string, []>);
  const of = (table: string) => all.flatMap((rows) => rows[table] ?? []);
  return {
    finds: [...finds, ...of("rock_posts")],
    images: of("rock_post_images"),
    rocks: of("rocks"),
    albums: [...albums, ...of("albums")],
    photos: of("photos"),
  };
}

export const filesOf = ({ inStore }: Site) =>
  FOLDERS.filter((folder) => existsSync(inStore(folder))).flatMap((folder) =>
    filesBelow(inStore(folder)).map((file) => `${folder}/${file}`),
  );

/** Each original is there with bytes that were sent, each derivative too, and nothing else. */
export function checkFiles(site: Site, rows: Rows) {
  const live = listPictures(rows);
  const away = listPictures(rowsInTrash(rows));
  // What is in the trash keeps the derivatives that were made until then.
  const mayBe = new Set(away.flatMap(({ derivatives }) => derivatives));
  const originals = [...live, ...away].map(({ original }) => original);
  const derivatives = live.flatMap((picture) => picture.derivatives);
  expect(
    filesOf(site)
      .filter((file) => !mayBe.has(file))
      .sort(),
    "files in the store",
  ).toEqual([...originals, ...derivatives].sort());
  for (const original of originals)
    expect(
      pictureOf(readFileSync(site.inStore(original))),
      original,
    ).toBeDefined();
}

/** Remembers every address of a round, and looks whether any of them is public that mustn't be. */
export class Witness {
  /** Each address with how it was when somebody last asked for it. */
  private readonly asked = new Map<string, string>();

  constructor(private readonly stage: Stage) {}

  /**
   * Everybody gets what is shown, only the admin what is hidden, and each derivative shows its original.
   * @param all asks for every picture that there ever was, and else for those that have changed
   */
  async checkPictures(rows: Rows, all = false) {
    const now = new Map(listPictures(rows).map((one) => [one.address, one]));
    const { site, cookie } = this.stage;
    const check = async (address: string) => {
      const picture = now.get(address);
      const { status } = await site.fetch(address, { method: "HEAD" });
      expect(status, address).toBe(picture?.isShown ? 200 : 404);
      if (!picture) return;
      const answer = await site.fetch(address, { headers: { cookie } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const original = readFileSync(site.inStore(picture.original));
      const id = pictureOf(original)!;
      expect(picture.sent ?? id, picture.original).toBe(id);
      expect(await isOf(id, bytes), address).toBe(true);
    };
    await Promise.all(
      [...new Set([...this.asked.keys(), ...now.keys()])].map((address) => {
        const { isShown, original } = now.get(address) ?? {};
        const is = `${isShown} ${original}`;
        if (this.asked.get(address) === is && !all) return undefined;
        this.asked.set(address, is);
        return check(address);
      }),
    );
  }
}
