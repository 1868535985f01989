import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";

/**
 * Bits of 64 that may differ between two versions of one picture. Measured on 116 pictures: no more differ in 9 of 10
 * versions of another size, quality or format, in half of those with 2 % cut off, and in one of 4,330 different pairs.
 */
export const ALIKE_BITS = 4;
/** If a camera took both in the same second. So 99 of 100 versions are found, and 8 of 10 with 5 % cut off. */
export const SAME_SECOND_BITS = 10;

export interface Alike {
  key: number;
  bits: number;
}

/** Rows read at a time. The site answers other requests in between. */
const CHUNK = 5_000;

/** Images with up to `SAME_SECOND_BITS` different bits. None of a plain picture, because all plain ones look alike. */
export async function listAlike(fingerprint: string | null): Promise<Alike[]> {
  const [high, low] = halvesOf(fingerprint ?? "0");
  if (isPlain(high, low)) return [];
  const found: Alike[] = [];
  let last = 0;
  for (;;) {
    // SQLite can't look for those that differ in a few bits.
    const rows = getDb().all<{ key: number; fingerprint: string }>(
      sql`SELECT rpi_key AS key, fingerprint FROM rock_post_images
           WHERE rpi_key > ${last} AND fingerprint IS NOT NULL ORDER BY rpi_key LIMIT ${CHUNK}`,
    );
    for (const { key, fingerprint } of rows) {
      const [otherHigh, otherLow] = halvesOf(fingerprint);
      const bits =
        countBits((otherHigh ^ high) >>> 0) + countBits((otherLow ^ low) >>> 0);
      if (bits <= SAME_SECOND_BITS) found.push({ key, bits });
    }
    if (rows.length < CHUNK) return found;
    last = rows.at(-1)!.key;
    await setImmediate();
  }
}

const halvesOf = (fingerprint: string) =>
  [
    Number.parseInt(fingerprint.slice(0, 8), 16),
    Number.parseInt(fingerprint.slice(8) || "0", 16),
  ] as const;

/** Bits that have to be set, and not set, in a picture that shows something. */
const CONTRAST_BITS = 8;

function isPlain(high: number, low: number) {
  const bits = countBits(high) + countBits(low);
  return bits < CONTRAST_BITS || bits > 64 - CONTRAST_BITS;
}

/** Set bits of 32. */
function countBits(bits: number) {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
