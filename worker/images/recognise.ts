import { open, type FileHandle } from "node:fs/promises";
import { Refusal } from "#domain/images/refusals.server.ts";

/** The ending for each kind of file, by how it begins. Raw photographs come first, because many begin as a TIFF. */
const KINDS: [RegExp, string][] = [
  [/^(II\*\0|MM\0\*).{4}CR/s, "raw"],
  [/^(IIU\0|IIR[OS]|MMOR|FUJIFILMCCD|\0MRM|FOVb|.{6}HEAPCCDR)/s, "raw"],
  [/^.{4}ftypcrx /s, "raw"],
  [/^\xff\xd8\xff/, "jpg"],
  // oxlint-disable-next-line no-control-regex
  [/^\x89PNG\r\n\x1a\n/, "png"],
  [/^GIF8[79]a/, "gif"],
  [/^RIFF.{4}WEBP/s, "webp"],
  [/^.{4}ftyp(avif|avis|(mif1|msf1).{0,40}avif)/s, "avif"],
  [/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s, "heic"],
  [/^(II\*\0|MM\0\*)/, "tiff"],
];
const HEAD_BYTES = 64;

/** @returns the ending for its name; `raw` for a camera's raw photograph @throws {Refusal} unknown */
export async function recognise(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const head = await readAt(handle, 0, HEAD_BYTES);
    const text = head.toString("latin1");
    const kind = KINDS.find(([starts]) => starts.test(text))?.[1];
    if (head.length < 12 || !kind) throw new Refusal("unknown");
    return kind === "tiff" && (await isRawTiff(handle, head)) ? "raw" : kind;
  } finally {
    await handle.close();
  }
}

const TAGS = { kind: 254, photometric: 262, subDirectories: 330, dng: 50_706 };
/** Colours that only a raw converter can make: a sensor's mosaic, and linear values. */
const RAW_COLOURS = [32_803, 34_892];

/** Looks into a TIFF's first directory. That of a raw photograph says so, or holds a thumbnail before the others. */
async function isRawTiff(handle: FileHandle, head: Buffer) {
  const isLittle = head[0] === 0x49;
  const uint = (bytes: Buffer, at: number, length: 2 | 4) =>
    isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
  const start = uint(head, 4, 4);
  const count = await readAt(handle, start, 2);
  if (count.length < 2) return false;
  const table = await readAt(handle, start + 2, 12 * uint(count, 0, 2));
  const fields = new Map<number, number>();
  for (let at = 0; at + 12 <= table.length; at += 12) {
    const length = uint(table, at + 2, 2) === 3 ? 2 : 4;
    fields.set(uint(table, at, 2), uint(table, at + 8, length));
  }
  return (
    fields.has(TAGS.dng) ||
    RAW_COLOURS.includes(fields.get(TAGS.photometric) ?? 0) ||
    (((fields.get(TAGS.kind) ?? 0) & 1) === 1 &&
      fields.has(TAGS.subDirectories))
  );
}

async function readAt(handle: FileHandle, at: number, length: number) {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}
