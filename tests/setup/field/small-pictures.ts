import sharp from "sharp";
import type { Random } from "./bad-link.ts";

/** A picture as the finder chooses it. */
export type Picture = Awaited<ReturnType<typeof makeSmallPicture>>;

/** The most that a JPEG's comment holds, bytes. */
const COMMENT_MAX = 65_533;

const SIZES = {
  /** Goes to the site as it is. */
  small: { width: 320, height: 240 },
  /** Goes as a preview first, because it is wider than one. */
  wide: { width: 1700, height: 1275 },
};

const drawn = Object.fromEntries(
  Object.entries(SIZES).map(([kind, { width, height }]) => [
    kind,
    sharp({ create: { width, height, channels: 3, background: "#b4552d" } })
      .jpeg()
      .toBuffer(),
  ]),
) as Record<keyof typeof SIZES, Promise<Buffer>>;

/** Returns a JPEG of about so many bytes that is like no other one: random comments fill it. */
export async function makeSmallPicture(
  random: Random,
  {
    name,
    kind,
    bytes,
  }: { name: string; kind: keyof typeof SIZES; bytes: number },
) {
  const picture = await drawn[kind];
  const comments: Uint8Array[] = [];
  for (let left = bytes - picture.length; left > 0; left -= COMMENT_MAX) {
    const text = Buffer.alloc(Math.min(left, COMMENT_MAX)).map(() =>
      random.below(256),
    );
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(text.length + 2, 2);
    comments.push(head, text);
  }
  // After the marker that begins every JPEG.
  const buffer = Buffer.concat([
    picture.subarray(0, 2),
    ...comments,
    picture.subarray(2),
  ]);
  return { name, mimeType: "image/jpeg", buffer };
}
