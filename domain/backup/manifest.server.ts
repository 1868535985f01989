import { createWriteStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";

/** The list of a snapshot's files, with their checksums. */

export const MANIFEST = "manifest.json";

/** What a backup calls the copy of the database, and what the names of the store's files begin with. */
export const DATABASE = "site.sqlite";
export const STORE = "media/";

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
  // First, so that `isComplete` needs to read no more.
  yield `{"complete": ${complete},\n"missing": ${JSON.stringify(missing)},\n"damaged": ${JSON.stringify(damaged)},\n"files": [`;
  let before = "\n";
  for (const { path, size, sha256 } of files) {
    yield `${before}${JSON.stringify({ path, size, sha256 })}`;
    before = ",\n";
  }
  yield `\n]}\n`;
}

/** @throws when a folder has no manifest that can be read */
export const readManifest = async (folder: string): Promise<Manifest> =>
  parseManifest(await readFile(path.join(folder, MANIFEST), "utf8"));

/** @throws when a text is no manifest */
export const parseManifest = (text: string): Manifest =>
  v.parse(Manifest, JSON.parse(text));

/** Whether a snapshot is complete, as its manifest says. One that can't be read is not. */
export async function isComplete(folder: string) {
  const manifest = await open(path.join(folder, MANIFEST));
  try {
    const { buffer } = await manifest.read(Buffer.alloc(64), 0, 64, 0);
    const [, said] =
      /^\{"complete": (true|false),/.exec(buffer.toString()) ?? [];
    if (said) return said === "true";
  } finally {
    await manifest.close();
  }
  // It was written by another program.
  return readManifest(folder).then(
    ({ complete }) => complete,
    () => false,
  );
}
