import sharp from "sharp";
import { openOriginal } from "#worker/images/decode.ts";
import { fixture } from "#tests/fixtures/index.ts";

/** A smaller copy of a fixture as a browser makes it: upright, and a JPEG. @param most pixels of its longer side */
export async function previewOf(name: string, most: number) {
  const { size, decode } = await openOriginal(fixture(name));
  const scale = Math.min(1, most / Math.max(size.width, size.height));
  const { data, ...raw } = await decode({
    width: Math.round(size.width * scale),
    height: Math.round(size.height * scale),
  });
  return sharp(data, { raw }).jpeg({ quality: 70 }).toBuffer();
}
