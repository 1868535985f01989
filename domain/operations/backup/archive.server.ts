import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { extract, pack, type Headers } from "tar-stream";
import type { ListedFile } from "#db/file-list.server.ts";

/**
 * A backup is a plain tar: the originals under `media/`, the database, and last the checksums of all of them, in the
 * form that `sha256sum -c` reads. If two entries have one name, the later one counts, as for tar itself.
 */

export const DATABASE = "site.sqlite";
export const CHECKSUMS = "SHA256SUMS";
export const STORE = "media/";
/** Only the site's own user may read a database or a backup, because they hold visitors' names and addresses. */
export const OWNER_ONLY = 0o600;

/** What a plain tar header has no room for. The package's types leave it out. */
type HeadersWithPax = Headers & { pax?: Record<string, string> };

export interface ArchiveWriter {
  /** Adds a file as it is now. @throws ENOENT when there is none; then nothing was written */
  addFile(name: string, file: string): Promise<ListedFile>;
  /** Ends the archive. It is on the disk when this returns. */
  end(): Promise<void>;
  abandon(): void;
}

export function writeArchive(to: string): ArchiveWriter {
  const tar = pack();
  const target = createWriteStream(to, { flush: true, mode: OWNER_ONLY });
  const written = pipeline(tar, target);
  written.catch(() => {});
  return {
    async addFile(name, file) {
      const from = await open(file, "r");
      try {
        const { size, mtimeMs } = await from.stat();
        const mtime_ms = Math.round(mtimeMs);
        const hash = createHash("sha256");
        const headers: HeadersWithPax = {
          name,
          size,
          mtime: new Date(mtime_ms),
          // To the millisecond, because the site sees by it whether an album's file has changed.
          pax: { mtime: String(mtime_ms / 1000) },
        };
        const entry = tar.entry(headers);
        // On a full disk the archive ends, and its entry would wait for ever.
        await Promise.race([
          pipeline(Readable.from(readExactly(from, size, hash)), entry),
          written,
        ]);
        return {
          path: name,
          bytes: size,
          mtime_ms,
          sha256: hash.digest("hex"),
        };
      } finally {
        await from.close();
      }
    },
    async end() {
      tar.finalize();
      await written;
    },
    abandon: () => tar.destroy(),
  };
}

/** As many bytes as a file had. One that became shorter meanwhile is filled up, and found to differ later. */
async function* readExactly(
  from: Awaited<ReturnType<typeof open>>,
  size: number,
  hash: ReturnType<typeof createHash>,
) {
  const chunk = 256 * 1024;
  for (let at = 0; at < size;) {
    const bytes = Buffer.alloc(Math.min(chunk, size - at));
    const { bytesRead } = await from.read(bytes, 0, bytes.length, at);
    const part = bytesRead > 0 ? bytes.subarray(0, bytesRead) : bytes;
    hash.update(part);
    yield part;
    at += part.length;
  }
}

/**
 * Writes an archive's files to the places that `placeOf` gives, each synced. Ends at a file that it gives no place for.
 * @throws {Error} when the file is no archive, or is cut off
 */
export async function readArchive(
  archive: string,
  placeOf: (name: string) => Promise<string>,
) {
  const tar = extract();
  // An archive that is cut off may end the reading alone, and leave the other to wait for ever.
  await Promise.all([
    pipeline(createReadStream(archive), tar),
    writeEntries(tar, placeOf),
  ]);
}

async function writeEntries(
  tar: ReturnType<typeof extract>,
  placeOf: (name: string) => Promise<string>,
) {
  for await (const entry of tar) {
    const { name, type, mtime, pax } = entry.header as HeadersWithPax;
    if (type !== "file") throw new Error(`${name} is not a file`);
    const place = await placeOf(name);
    // The store keeps its usual rights: nginx and workers may read it as other users.
    const mode = name === DATABASE ? OWNER_ONLY : undefined;
    const target = createWriteStream(place, { flush: true, mode });
    await pipeline(entry, target);
    const seconds = Number(pax?.mtime ?? Number(mtime) / 1000);
    const file = await open(place, "r+");
    await file.utimes(seconds, seconds).finally(() => file.close());
  }
}

/** SHA-256 of a file, hex; undefined when there is none. */
export async function checksum(file: string) {
  if (!(await stat(file).catch(() => undefined))?.isFile()) return undefined;
  const hash = createHash("sha256");
  const reading = createReadStream(file);
  reading.on("data", (bytes) => hash.update(bytes));
  await finished(reading);
  return hash.digest("hex");
}
