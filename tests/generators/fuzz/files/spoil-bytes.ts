import fc from "fast-check";
import { oneOf } from "../hold.ts";

/** Changes files in the ways in which their formats are built: by their chunks, boxes, segments and lengths. */

/** One change; its numbers are taken as far as the file is long. */
const change = fc.record({
  kind: oneOf`flip flip telling telling truncate swap repeat drop length length append insert`,
  at: fc.oneof(fc.nat(400), fc.nat(4000), fc.nat(1_000_000)),
  to: fc.oneof(fc.nat(400), fc.nat(1_000_000)),
  by: fc.nat(255),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

export const changes = fc.array(change, { minLength: 1, maxLength: 5 });

/** Byte values that mean something in most formats. */
const TELLING = [0, 1, 2, 0x7f, 0x80, 0xff];
const LENGTHS = [0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0];

/** @param other a whole file that may be put behind this one */
export const spoil = (original: Buffer, list: Change[], other: Buffer) =>
  list.reduce((bytes, one) => apply(bytes, one, other), original);

function apply(original: Buffer, { kind, at, to, by }: Change, other: Buffer) {
  if (original.length === 0) return original;
  const bytes = Buffer.from(original);
  const place = at % bytes.length;
  switch (kind) {
    case "flip":
      bytes[place] = bytes[place]! ^ (1 << (by % 8));
      return bytes;
    case "telling":
      return bytes.fill(
        TELLING[by % TELLING.length]!,
        place,
        Math.min(place + 1 + (by % 4), bytes.length),
      );
    case "truncate":
      return bytes.subarray(0, place);
    case "append":
      return by % 3
        ? Buffer.concat([bytes, other])
        : Buffer.concat([other, bytes]);
    case "insert":
      return Buffer.concat([
        bytes.subarray(0, place),
        Buffer.alloc(to % 3000, by),
        bytes.subarray(place),
      ]);
    default:
      return Buffer.concat(moveChunks(bytes, { kind, at, to, by }));
  }
}

function moveChunks(bytes: Buffer, { kind, at, to, by }: Change) {
  const chunks = splitChunks(bytes);
  const [a, b] = [at % chunks.length, to % chunks.length];
  const [one, other] = [Buffer.from(chunks[a]!), chunks[b]!];
  if (kind === "swap") return chunks.with(a, other).with(b, one);
  if (kind === "drop") return chunks.toSpliced(a, 1);
  if (kind === "repeat")
    return chunks.toSpliced(b, 0, ...Array<Buffer>(1 + (by % 40)).fill(one));
  const length = LENGTHS[by % LENGTHS.length]!;
  if (one.length < 8) return chunks;
  if (isRiff(bytes)) one.writeUInt32LE(length, 4);
  else if (isJpeg(bytes)) one.writeUInt16BE(length & 0xffff, 2);
  else one.writeUInt32BE(length, 0);
  return chunks.with(a, one);
}

const isPng = (bytes: Buffer) => bytes.readUInt32BE(0) === 0x89504e47;
const isJpeg = (bytes: Buffer) => bytes.readUInt16BE(0) === 0xffd8;
const isRiff = (bytes: Buffer) => bytes.toString("latin1", 0, 4) === "RIFF";
const isBoxes = (bytes: Buffer) => bytes.toString("latin1", 4, 8) === "ftyp";

/** The parts of a file that its format names; pieces of equal length if the format is another. */
function splitChunks(bytes: Buffer): Buffer[] {
  if (bytes.length < 64) return [bytes];
  const starts = isPng(bytes)
    ? listStarts(bytes, 8, (at) => 12 + bytes.readUInt32BE(at))
    : isRiff(bytes)
      ? listStarts(bytes, 12, (at) => 8 + evenly(bytes.readUInt32LE(at + 4)))
      : isBoxes(bytes)
        ? listBoxes(bytes)
        : isJpeg(bytes)
          ? listStarts(bytes, 2, (at) => 2 + bytes.readUInt16BE(at + 2))
          : Array.from({ length: 32 }, (_, n) =>
              Math.floor((n * bytes.length) / 32),
            );
  return [0, ...starts.filter((at) => at > 0)].map((at, n, all) =>
    bytes.subarray(at, all[n + 1] ?? bytes.length),
  );
}

const evenly = (length: number) => length + (length % 2);

function listStarts(
  bytes: Buffer,
  from: number,
  lengthAt: (at: number) => number,
) {
  const starts: number[] = [];
  for (let at = from; at + 12 <= bytes.length && starts.length < 500;) {
    starts.push(at);
    at += Math.max(1, lengthAt(at));
  }
  return starts;
}

/** Boxes, and those inside `meta` and its properties, because all of a picture's structure is there. */
function listBoxes(bytes: Buffer, from = 0, to = bytes.length): number[] {
  const starts: number[] = [];
  for (let at = from; at + 8 <= to;) {
    starts.push(at);
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const inside = { meta: 12, iprp: 8, ipco: 8, iinf: 14 }[type];
    if (length < 8 || at + length > to) break;
    if (inside) starts.push(...listBoxes(bytes, at + inside, at + length));
    at += length;
  }
  return starts;
}
