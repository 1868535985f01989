import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";
import { fixture } from "#tests/fixtures/index.ts";

/** A site to make a keepsake of, with public and hidden things of every kind, and how to read the keepsake. */

interface Client {
  exec(sql: string): unknown;
}

/** Nothing of these may be in a keepsake that everybody may have. */
export const HIDDEN = {
  texts: [
    "behind the hidden bench",
    "A comment that waits",
    "An album of our own",
    "A photo of our own",
    "Thrown away",
    "Vera Visitor",
    "vera@example.com",
    "family@example.org",
    "48.123456",
    "11.654321",
  ],
  uuids: [uuid(4), uuid(5)],
};

function uuid(n: number) {
  return `00000000-0000-4000-8000-00000000000${n}`;
}

/** Puts a picture of its own at each place: all are the same photograph, and end in their own path. */
function writePictures(mediaDir: string, places: string[]) {
  const photograph = readFileSync(fixture("photo.webp"));
  for (const place of places) {
    const file = path.join(mediaDir, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat([photograph, markOf(place)]));
  }
}

/** What only this picture's file ends in. */
export const markOf = (place: string) => Buffer.from(`<<${place}>>`);

const bothOf = (folder: string, names: string[], kinds: [string, string]) =>
  names.flatMap((name) =>
    kinds.map((kind) => `${folder}/${kind}/${name}.webp`),
  );

const find = (n: number, number: number) => `rocks/${number}/${uuid(n)}`;

/** The derivatives that everybody may see. */
export const SHOWN = [
  ...bothOf(find(1, 7), ["one", "two"], ["sm", "webp"]),
  ...bothOf(find(3, 1500), ["one"], ["sm", "webp"]),
  ...bothOf("albums/sea", ["a", "b"], ["webp300x300", "webp"]),
  "catalog/7/a.webp",
  "catalog/7/a_sm.webp",
];

const CONCEALED = [
  // A hidden image of a shown find, a hidden find, a hidden photo, and a hidden album.
  ...bothOf(find(1, 7), ["secret"], ["sm", "webp"]),
  ...bothOf(find(4, 7), ["waiting"], ["sm", "webp"]),
  ...bothOf("albums/sea", ["c"], ["webp300x300", "webp"]),
  ...bothOf("albums/own", ["d"], ["webp300x300", "webp"]),
];

const ORIGINALS = [
  `${find(1, 7)}/original/one.jpg`,
  `${find(1, 7)}/original/two.jpg`,
  `${find(1, 7)}/original/secret.jpg`,
  `${find(3, 1500)}/original/one.jpg`,
  `${find(4, 7)}/original/waiting.jpg`,
  "albums/sea/a.jpg",
  "albums/sea/b.jpg",
  "albums/sea/c.jpg",
  "albums/own/d.jpg",
  "catalog/7/original/a.jpg",
];

/** The files that a private keepsake holds beside the pages. */
export const KEPT_ORIGINALS = [...ORIGINALS, "bkg/home_bkg.webp"];

/** Fills an empty site. */
export function fillKeptSite(db: Client, mediaDir: string) {
  writePictures(mediaDir, [...SHOWN, ...CONCEALED, ...KEPT_ORIGINALS]);
  db.exec(`
    INSERT INTO users (ra_key, display_name) VALUES (50, 'Ida & <b>June</b>');
    INSERT INTO rocks (rc_key, rock_number, original_file, ready, pin_ready) VALUES (1, 7, 'a.jpg', 1, 1);
    INSERT INTO rock_artists (rc_key, ra_key) VALUES (1, 50);
    INSERT INTO rock_posts (rps_key, uuid, rock_number, location, latitude, longitude, precision, date, comment, name, email, show, put_aside)
    VALUES
      (1, '${uuid(1)}', 7, 'Auckland <script>alert(1)</script>', -36.85, 174.76, 0, '2024-05-01T00:00:00Z', 'By the sea & sand.', 'Vera Visitor', 'vera@example.com', 1, 0),
      (2, '${uuid(2)}', 7, 'Tierra del Fuego', -54.8, -68.3, 0, '2025-05-01T00:00:00Z', 'Cold.', 'Vera Visitor', 'vera@example.com', 1, 0),
      (3, '${uuid(3)}', 1500, 'Somewhere near Munich', 48.123456, 11.654321, 10000, '2025-06-01T00:00:00Z', 'Near.', '', '', 1, 0),
      (4, '${uuid(4)}', 7, 'behind the hidden bench', 1, 1, 0, '2025-07-01T00:00:00Z', 'A comment that waits', 'Vera Visitor', 'vera@example.com', 0, 0),
      (6, '${uuid(6)}', 0, 'No number to read', 51.5, -0.1, 0, '2025-08-01T00:00:00Z', 'Washed off.', '', '', 1, 0),
      (7, '${uuid(7)}', 0, 'No number either', 52.5, 13.4, 0, '2025-09-01T00:00:00Z', 'In the rain.', '', '', 1, 0);
    INSERT INTO rock_pins (rps_key, rock_number, latitude, longitude)
      SELECT rps_key, rock_number, latitude, longitude FROM public_finds WHERE rps_key IN (2, 3, 6, 7);
    INSERT INTO rock_post_images (rps_key, original_name, current_name, original_file, show, ready) VALUES
      (1, 'a', 'one', 'one.jpg', 1, 1), (1, 'b', 'two', 'two.jpg', 1, 1), (1, 'c', 'secret', 'secret.jpg', 0, 1),
      (3, 'd', 'one', 'one.jpg', 1, 1), (4, 'e', 'waiting', 'waiting.jpg', 1, 1);
    UPDATE rock_post_images SET description = 'A gull on a post' WHERE rps_key = 1 AND current_name = 'one';
    INSERT INTO albums (pa_key, name, display_name, "desc", show, order_num) VALUES
      (1, 'sea', 'The sea', 'Two summers.', 1, 1), (2, 'own', 'An album of our own', '', 0, 2);
    INSERT INTO photos (pa_key, original_file, name, display_name, "desc", date, order_num, show, ready, width, height) VALUES
      (1, 'a.jpg', 'a.webp', 'First waves', 'He ran.', '2020-07-01', 1, 1, 1, 640, 480),
      (1, 'b.jpg', 'b.webp', '', '', NULL, 2, 1, 1, 640, 480),
      (1, 'c.jpg', 'c.webp', 'A photo of our own', '', NULL, 3, 0, 1, 640, 480),
      (2, 'd.jpg', 'd.webp', 'A photo of our own', '', NULL, 1, 1, 1, 640, 480);
    INSERT INTO trash (kind, key, label, rows, deleted_dt, expires_hour) VALUES
      ('find', 99, 'Thrown away', '{"rock_posts":[{"uuid":"${uuid(5)}"}]}', '2026-01-01T00:00:00.000Z', 9e9);
    INSERT INTO site_texts (key, value) VALUES
      ('contact_email', 'family@example.org'), ('social_url', 'https://social.example.org/rocks'),
      ('story', '## A story

Write to [us](mailto:family@example.org) or to family@example.org. See [his rock](/rocks/7), [no rock](/rocks/8), [the map](/map), [the form](/share-your-rock) and [SUDC](https://sudc.org).

---

The end.')`);
}

/** A WebP picture of one pixel. */
const SMALL = Buffer.from(
  "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "base64",
);

/** Adds rocks that nobody has found, so that a keepsake takes a while. All have the same small picture. */
export function addManyRocks(db: Client, mediaDir: string, count: number) {
  const picture = path.join(mediaDir, "catalog/2000/a.webp");
  for (let number = 2000; number < 2000 + count; number++)
    for (const kind of ["a", "a_sm"]) {
      const file = path.join(mediaDir, `catalog/${number}/${kind}.webp`);
      mkdirSync(path.dirname(file), { recursive: true });
      if (file === picture) writeFileSync(file, SMALL);
      else linkSync(picture, file);
    }
  db.exec(`
    INSERT INTO rocks (rock_number, original_file, ready)
    WITH RECURSIVE n(n) AS (SELECT 2000 UNION ALL SELECT n + 1 FROM n LIMIT ${count})
    SELECT n, 'none.jpg', 1 FROM n`);
}

interface ZippedFile {
  bytes: Buffer;
  isCompressed: boolean;
  time: Date;
}

/** Reads a zip: its files by path, in their order. */
export async function readZip(file: string) {
  const zip = await yauzl.openPromise(file, { lazyEntries: true });
  const files = new Map<string, ZippedFile>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, {
      bytes: await buffer(await zip.openReadStreamPromise(entry)),
      isCompressed: entry.compressionMethod === 8,
      time: entry.getLastModDate(),
    });
  return files;
}

export { sumOf } from "./files.ts";

/** Unpacks a zip into a folder. */
export async function unzip(zip: string, folder: string) {
  for (const [name, { bytes }] of await readZip(zip)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
