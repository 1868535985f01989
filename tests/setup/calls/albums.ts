import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { plainPicture } from "../plain-picture.ts";
import type { Site } from "../processes/site.ts";

interface NewPhoto {
  /** Name of its file, without the ending. */
  stem?: string;
  title?: string;
  desc?: string;
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
export async function addAlbum(
  site: Site,
  { name, title, desc, show = true, photos: newPhotos }: NewAlbum,
) {
  const [last] = site.query<{ order_num: number }>(
    "SELECT ifnull(max(order_num), 0) AS order_num FROM albums",
  );
  const pa_key = site.insert("albums", {
    ...{ name, display_name: title, desc, show: Number(show) },
    order_num: last!.order_num + 1,
  });
  const photos: number[] = [];
  for (const [index, photo] of newPhotos.entries()) {
    const { width = 1200, height = 800, show = true } = photo;
    const { stem = String(index) } = photo;
    const key = site.insert("photos", {
      ...{ pa_key, original_file: `${stem}.jpg`, name: `${stem}.webp` },
      ...{ display_name: photo.title, desc: photo.desc, show: Number(show) },
      ...{ order_num: index + 1, ready: 1, width, height },
    });
    photos.push(key);
    for (const [folder, ...size] of [
      ["webp", width, height],
      ["webp300x300", 300, 300],
    ] satisfies [string, number, number][]) {
      const file = site.inStore("albums", name, folder, `${stem}.webp`);
      await mkdir(path.dirname(file), { recursive: true });
      const shade = 60 + ((index * 37) % 180);
      const background = { r: shade, g: 130, b: 150 };
      await writeFile(file, await plainPicture(...size, background));
    }
  }
  return { pa_key, photos };
}
