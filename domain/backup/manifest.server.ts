import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";

export const MANIFEST = "manifest.json";

/** Names within a backup: the copy of the database, and the prefix of the store's files. */
export const DATABASE = "site.sqlite";
export const STORE = "media/";

/** The folder of a private keepsake that holds a backup. */
export const KEPT_BACKUP = "backup/";

const Manifest = v.object({
  files: v.array(
    v.object({
      /** Below the snapshot's folder, such as `media/rocks/12/…/original/a.jpg`. */
      path: v.string(),
      /** Bytes. */
      size: v.pipe(v.number(), v.integer(), v.minValue(0)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      /** The original's time, because a zip keeps only whole seconds. Backups of earlier versions have none. */
      mtime_ms: v.optional(v.pipe(v.number(), v.integer())),
    }),
  ),
  complete: v.boolean(),
  /** Size of all files. Absent in backups of earlier versions. */
  bytes: v.nullish(v.number()),
  /** Places in the store of originals that it lacks. */
  missing: v.optional(v.array(v.string()), []),
  /** Places of originals that it has only as they are now, and not as they were uploaded. */
  damaged: v.optional(v.array(v.string()), []),
});
export type Manifest = v.InferOutput<typeof Manifest>;
export type ManifestFile = Manifest["files"][number];
export type ManifestSummary = Omit<Manifest, "files">;

export const writeManifest = (to: string, lines: Iterable<string>) =>
  pipeline(
    Readable.from(lines),
    createWriteStream(to, { flush: true, mode: 0o600 }),
  );

export function* manifestLines(
  files: Iterable<ManifestFile>,
  { complete, bytes, missing, damaged }: ManifestSummary,
) {
  // Before the files, so that `readSummary` needs to read no more.
  yield `{"complete": ${complete},\n"bytes": ${bytes ?? null},\n"missing": ${JSON.stringify(missing)},\n"damaged": ${JSON.stringify(damaged)},\n"files": [`;
  let before = "\n";
  for (const { path, size, sha256, mtime_ms } of files) {
    yield `${before}${JSON.stringify({ path, size, sha256, mtime_ms })}`;
    before = ",\n";
  }
  yield `\n]}\n`;
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  parseManifest(await readFile(path.join(folder, MANIFEST), "utf8"));

export const parseManifest = (text: string): Manifest =>
  v.parse(Manifest, JSON.parse(text));

const FILES = `"files": [`;

/** A manifest without its list of files, with their total size. Reads no more of a long one than its beginning. */
export async function readSummary(folder: string) {
  let head = "";
  const lines = createInterface(createReadStream(path.join(folder, MANIFEST)));
  for await (const line of lines) {
    head += line;
    if (!head.endsWith(FILES)) continue;
    const { bytes, ...summary } = parseManifest(`${head}]}`);
    if (typeof bytes === "number") return { ...summary, bytes };
    break;
  }
  // It was written by an earlier version, or by another program.
  const manifest = await readManifest(folder);
  return {
    ...manifest,
    bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
  };
}
