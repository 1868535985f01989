import { describe, expect, test } from "vitest";
import { isIn, listFiles, readSource } from "./setup/source.ts";

/** Code that may read hidden rows: for the admin, the finder, the operator and the jobs. */
const KNOWS_HIDDEN = [
  "domain/albums/admin-albums.server.ts",
  "domain/albums/admin-photos.server.ts",
  "domain/albums/album-sync.server.ts",
  "domain/check/check-originals.server.ts",
  "domain/finds/admin/",
  "domain/finds/finder-access.server.ts",
  "domain/finds/history.server.ts",
  "domain/finds/receive-find.server.ts",
  "domain/finds/trashed-finds.server.ts",
  "domain/follow/news.server.ts",
  "domain/health/dashboard.server.ts",
  "domain/keepsake/exports.server.ts",
  // To name what a keepsake lacks.
  "domain/keepsake/shown-pictures.server.ts",
  // To tell a hidden picture from one that doesn't exist.
  "domain/pictures/access.server.ts",
  "domain/pictures/pictures.server.ts",
  "domain/restore/kept-boxes.server.ts",
  "domain/review/",
  "domain/store/named-files.server.ts",
  "domain/store/old-files.server.ts",
  "domain/store/discard.server.ts",
  "domain/uploads/",
  "domain/visits/scanned-numbers.server.ts",
];

/** Whether code reads a table with hidden rows instead of its public view, in SQL or through Drizzle. */
const readsHidden = (text: string) =>
  /\b(FROM|JOIN)\s+(main\.)?"?(rock_posts|rock_post_images|photos|albums)\b/.test(
    text,
  ) ||
  /import \{[^}]*\b(rockPosts|rockPostImages|photos|albums)\b[^}]*\} from "#db\/schema\.ts"/.test(
    text,
  );

describe("what is public", () => {
  test("is said by the views alone: all other code that reads finds, images, albums or photos reads views", () => {
    const files = ["app", "domain"].flatMap((room) =>
      listFiles(room, /\.tsx?$/),
    );
    const readers = files.filter((file) => readsHidden(readSource(file)));
    expect(readers).toContain("domain/finds/admin/read-finds.server.ts");
    expect(readers.filter((file) => !isIn(file, KNOWS_HIDDEN))).toEqual([]);
  });

  test.each([
    ["sql`SELECT uuid FROM rock_posts WHERE show = 1`", true],
    ["sql`SELECT 1 FROM public_albums JOIN photos USING (pa_key)`", true],
    ["EXISTS (SELECT 1 FROM main.rock_posts p)", true],
    ['import { eq, rockPostImages } from "#db/schema.ts";', true],
    ['import { albums } from "#db/schema.ts";', true],
    [
      "sql`SELECT uuid FROM public_finds JOIN public_images USING (rps_key)`",
      false,
    ],
    ['import { publicAlbums, rocks } from "#db/schema.ts";', false],
    ["const photos = albums.flatMap(listPhotos);", false],
  ])("%s reads hidden rows: %s", (text, expected) => {
    expect(readsHidden(text)).toBe(expected);
  });
});
