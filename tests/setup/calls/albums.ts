import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { plainPicture } from "../plain-picture.ts";
import type { Site } from "../processes/site.ts";

interface NewPhoto {
  title?: string;
  show?: boolean;
  width?: number;
  height?: number;
}

interface NewAlbum {
  /** Folder name. */
  name: string;
  title?: string;
  desc?: string;
  show?: boolean;
  photos: NewPhoto[];
}

/** Adds an album with finished pictures to a site. Returns its key and those of its photos. */
export async function addAlbum(site: Site, album: NewAlbum) {
  site.alter(`INSERT INTO albums (name, display_name, "desc", show, order_num) VALUES
      ('${album.name}', '${album.title ?? ""}', '${album.desc ?? ""}', ${Number(album.show ?? true)},
       (SELECT ifnull(max(order_num), 0) + 1 FROM albums))`);
  const [{ pa_key }] = site.query<{ pa_key: number }>(
    `SELECT pa_key FROM albums WHERE name = '${album.name}'`,
  ) as [{ pa_key: number }];
  for (const [index, photo] of album.photos.entries()) {
    const { width = 1200, height = 800 } = photo;
    site.alter(`INSERT INTO photos (pa_key, original_file, name, display_name, order_num, show, ready, width, height) VALUES
        (${pa_key}, '${index}.jpg', '${index}.webp', '${photo.title ?? ""}', ${index + 1}, ${Number(photo.show ?? true)}, 1, ${width}, ${height})`);
    for (const [folder, size] of [
      ["webp", { width, height }],
      ["webp300x300", { width: 300, height: 300 }],
    ] as const) {
      const file = site.inStore("albums", album.name, folder, `${index}.webp`);
      await mkdir(path.dirname(file), { recursive: true });
      const shade = 60 + ((index * 37) % 180);
      const background = { r: shade, g: 130, b: 150 };
      await writeFile(
        file,
        await plainPicture(size.width, size.height, background),
      );
    }
  }
  const photos = site
    .query<{ p_key: number }>(
      `SELECT p_key FROM photos WHERE pa_key = ${pa_key} ORDER BY order_num`,
    )
    .map(({ p_key }) => p_key);
  return { pa_key, photos };
}
