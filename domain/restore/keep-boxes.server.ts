import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import {
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";
import { rockPostImages, trash } from "#db/schema.ts";
import { type Blur, parseBlurs } from "#core/blurs.ts";
import { BLURS_MAX } from "#core/limits.ts";
import { parseRows } from "../store/discard.server.ts";

/** Hidden parts by what their picture has: its find with the name of its original's file, and that file's checksum. */
type Boxes = ReadonlyMap<string, Blur[]>;

interface ImageRow {
  rps_key: number;
  /** The site's own name for it, which is random. */
  original_file: string;
  sha256?: string | null;
  blurs?: string;
}

const namesOf = ({ rps_key, original_file, sha256 }: ImageRow) => [
  `${rps_key}/${original_file}`,
  ...(sha256 ? [sha256] : []),
];

/** The parts that the site hides which is about to be replaced, in its finds and its trash. Empty without such a site. */
export function readBoxes(file: string): Boxes {
  let db: SecondConnection | undefined;
  try {
    db = openSecondConnection(file);
    const images = db
      .prepare<[], ImageRow>(
        `SELECT rps_key, original_file, sha256, blurs FROM rock_post_images WHERE blurs <> '[]'
          UNION ALL
         SELECT value ->> 'rps_key', value ->> 'original_file', value ->> 'sha256', value ->> 'blurs'
           FROM trash, json_each("rows", '$.rock_post_images') WHERE value ->> 'blurs' <> '[]'`,
      )
      .all();
    return new Map(
      images.flatMap(({ blurs = "[]", ...image }) =>
        namesOf(image).map((name) => [name, parseBlurs(blurs)] as const),
      ),
    );
  } catch {
    // There was no site, or one of a version that hid nothing.
    return new Map();
  } finally {
    db?.close();
  }
}

/**
 * Hides in restored pictures what was hidden until now, because a backup from before somebody hid a face would show it.
 * Nothing is taken away, since either of the two may be the newer one. Their derivatives are not made yet.
 * @returns how many parts were added
 */
export function keepBoxes(tx: Tx, boxes: Boxes): number {
  if (boxes.size === 0) return 0;
  let kept = 0;
  /** The hidden parts of an image with those that are kept; undefined if nothing is added. */
  const withKept = ({ blurs = "[]", ...image }: ImageRow) => {
    const own = parseBlurs(blurs);
    const name = namesOf(image).find((name) => boxes.has(name));
    const more = (boxes.get(name ?? "") ?? [])
      .filter((box) => !own.some((one) => String(one) === String(box)))
      .slice(0, BLURS_MAX - own.length);
    kept += more.length;
    return more.length > 0 ? JSON.stringify([...own, ...more]) : undefined;
  };

  for (const image of tx.select().from(rockPostImages).all()) {
    const blurs = withKept(image);
    if (blurs === undefined) continue;
    tx.update(rockPostImages)
      .set({ blurs })
      .where(eq(rockPostImages.rpi_key, image.rpi_key))
      .run();
  }
  for (const thing of tx.select().from(trash).all()) {
    const rows = parseRows(thing);
    const before = kept;
    for (const image of rows.rock_post_images ?? [])
      image.blurs = withKept(image) ?? image.blurs;
    if (kept === before) continue;
    tx.update(trash)
      .set({ rows: JSON.stringify(rows) })
      .where(eq(trash.trash_key, thing.trash_key))
      .run();
  }
  return kept;
}
