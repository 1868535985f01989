import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";

/** The list of a snapshot's files, with their checksums. */

export const MANIFEST = "manifest.json";

const Manifest = v.object({
  files: v.array(
    v.object({
      /** Below the snapshot's folder, such as `media/rocks/12/…/original/a.jpg`. */
      path: v.string(),
      /** Bytes. */
      size: v.pipe(v.number(), v.integer(), v.minValue(0)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
  /** Whether it has every original that its database names, each as it was uploaded. */
  complete: v.boolean(),
  /** Places in the store of originals that it lacks. */
  missing: v.optional(v.array(v.string()), []),
  /** Places of originals that it has only as they are now, and not as they were uploaded. */
  damaged: v.optional(v.array(v.string()), []),
});
export type Manifest = v.InferOutput<typeof Manifest>;
export type ManifestFile = Manifest["files"][number];
export type ManifestSummary = Omit<Manifest, "files">;

/** Writes a manifest, one file a line, synced. */
export const writeManifest = (
  to: string,
  files: Iterable<ManifestFile>,
  summary: ManifestSummary,
) =>
  pipeline(
    Readable.from(toLines(files, summary)),
    createWriteStream(to, { flush: true, mode: 0o600 }),
  );

function* toLines(
  files: Iterable<ManifestFile>,
  { complete, missing, damaged }: ManifestSummary,
) {
  yield `{"files": [`;
  let before = "\n";
  for (const { path, size, sha256 } of files) {
    yield `${before}${JSON.stringify({ path, size, sha256 })}`;
    before = ",\n";
  }
  yield `\n],\n"complete": ${complete},\n"missing": ${JSON.stringify(missing)},\n"damaged": ${JSON.stringify(damaged)}\n}\n`;
}

/** @throws when a folder has no manifest that can be read */
export const readManifest = async (folder: string): Promise<Manifest> =>
  v.parse(
    Manifest,
    JSON.parse(await readFile(path.join(folder, MANIFEST), "utf8")),
  );
