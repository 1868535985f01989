import sharp from "sharp";

/** Pixels of a copy so small that size, format and compression no longer show. One more column than bits in a row. */
const COLUMNS = 9;
const ROWS = 8;

/**
 * Fingerprint of a picture, a difference hash: 64 bits, hex. A bit says whether a pixel of a small grey copy is
 * brighter than the next one to its right. Versions of one picture differ in few bits, other pictures in about half.
 */
export async function findFingerprint(picture: Buffer) {
  const grey = await sharp(picture)
    .flatten()
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: "fill" })
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS - 1; column++) {
      const at = row * COLUMNS + column;
      bits = (bits << 1n) | (grey[at]! > grey[at + 1]! ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, "0");
}
