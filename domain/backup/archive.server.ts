import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, pack, type Headers } from "tar-stream";
import { onDisk, orAbsent } from "#domain/store/disk.server.ts";
import {
  modeOf,
  OWNER_ONLY,
  type Taken,
  type Target,
} from "./collect.server.ts";
import { writeStream } from "./copy-file.server.ts";

/**
 * A backup is a plain tar: the originals under `media/`, the database, and last the checksums of all of them, in the
 * form that `sha256sum -c` reads. If two entries have one name, the later one counts, as for tar itself.
 */

export const CHECKSUMS = "SHA256SUMS";

/** What a plain tar header has no room for. The package's types leave it out. */
type HeadersWithPax = Headers & { pax?: Record<string, string> };

export class ArchiveWriter implements Target {
  private readonly tar = pack();
  private readonly written: Promise<void>;

  constructor(to: string) {
    const target = createWriteStream(to, { flush: true, mode: OWNER_ONLY });
    this.written = pipeline(this.tar, target);
    this.written.catch(() => {});
  }

  has = () => false;

  take = (name: string, place: string) =>
    orAbsent(this.add(name, onDisk(place)));

  /** Adds a file as it is now. @throws ENOENT when there is none; then nothing was written */
  async add(name: string, file: string): Promise<Taken> {
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
      const entry = this.tar.entry(headers);
      // On a full disk the archive ends, and its entry would wait for ever.
      await Promise.race([
        pipeline(Readable.from(readExactly(from, size, hash)), entry),
        this.written,
      ]);
      return { size, sha256: hash.digest("hex") };
    } finally {
      await from.close();
    }
  }

  /** Its entry stays in the archive, but is in no list of checksums. */
  drop() {}

  /** Ends the archive. It is on the disk when this returns. */
  async end() {
    this.tar.finalize();
    await this.written;
  }

  abandon() {
    this.tar.destroy();
  }
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
 * Writes an archive's files to the places that `placeOf` gives. Ends at a file that it gives no place for.
 * @param onFile called with how much of the archive has been read, from 0 to 1
 * @returns what was written, by name
 * @throws {Error} when the file is no archive, or is cut off
 */
export async function readArchive(
  archive: string,
  placeOf: (name: string) => Promise<string>,
  onFile: (part: number) => void,
) {
  const { size } = await stat(archive);
  const source = createReadStream(archive);
  const tar = extract();
  const written = new Map<string, Taken>();
  async function writeEntries() {
    for await (const entry of tar) {
      const { name, type, mtime, pax } = entry.header as HeadersWithPax;
      if (type !== "file") throw new Error(`${name} is not a file`);
      const time = Number(pax?.mtime ?? Number(mtime) / 1000) * 1000;
      const to = await placeOf(name);
      written.set(name, await writeStream(entry, to, time, modeOf(name)));
      onFile(source.bytesRead / size);
    }
  }
  // An archive that is cut off may end the reading alone, and leave the other to wait for ever.
  await Promise.all([pipeline(source, tar), writeEntries()]);
  return written;
}
