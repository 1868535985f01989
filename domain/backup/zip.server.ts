import { createHash } from "node:crypto";
import { open, mkdir, rename, rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { orAbsent, onDisk } from "#domain/store/disk.server.ts";
import { type Taken, isUnreadable, OWNER_ONLY } from "./copy-file.server.ts";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { SecondConnection } from "#db/copy.server.ts";
import { syncPath } from "#domain/store/write.server.ts";
import {
  collect,
  whileAlone,
  type BackupSummary,
  type Target,
} from "./collect.server.ts";
import { DATABASE, MANIFEST } from "./manifest.server.ts";

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;

export interface Zip {
  /** Adds a file from its chunks. A read error is thrown once the entry has ended, so that others may follow. */
  add(name: string, chunks: Chunks, mtime_ms: number): Promise<Taken>;
  /**
   * @param mtime_ms the file's own if it is left out
   * @returns undefined when there is no such file; then nothing was added
   */
  addFile(
    name: string,
    file: string,
    mtime_ms?: number,
  ): Promise<Taken | undefined>;
  end(): Promise<void>;
  abandon(): void;
}

/** Writes a zip, one file at a time. Texts are compressed, everything else is stored as it is. */
export function writeZip(output: Writable): Zip {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, output);
  let failure: unknown;
  /** Ends the wait for the file that is being added. */
  let onFailure = () => {};
  const fail = (error: unknown) => {
    failure ??= error;
    onFailure();
  };
  written.catch(fail);
  zip.on("error", fail);

  async function add(name: string, chunks: Chunks, mtime_ms: number) {
    const hash = createHash("sha256");
    let size = 0;
    let unread: unknown;
    async function* take() {
      try {
        for await (const chunk of chunks) {
          const bytes = Buffer.from(chunk);
          hash.update(bytes);
          size += bytes.length;
          yield bytes;
        }
      } catch (error) {
        unread = error;
      }
    }
    const stream = Readable.from(take(), { objectMode: false });
    zip.addReadStreamLazy(
      name,
      { mtime: new Date(mtime_ms), mode: 0o100644, compress: isText(name) },
      giveOnce(stream),
    );
    // Waits until the zip has taken the whole file, so that files don't pile up in memory.
    await new Promise<void>((resolve, reject) => {
      onFailure = () => reject(failure as Error);
      if (failure !== undefined) onFailure();
      stream.once("end", resolve);
    });
    if (unread) throw unread as Error;
    return { size, sha256: hash.digest("hex") };
  }

  return {
    add,
    async addFile(name, file, mtime_ms) {
      const opened = await orAbsent(open(file));
      if (!opened) return undefined;
      try {
        const time = mtime_ms ?? (await opened.stat()).mtimeMs;
        const chunks = opened.createReadStream({
          autoClose: false,
          highWaterMark: 256 * 1024,
        });
        return await add(name, chunks, time);
      } finally {
        await opened.close();
      }
    },
    async end() {
      zip.end();
      await written;
    },
    abandon: () => void output.destroy(),
  };
}

/** The zip keeps this function until its end, so it must not hold the file once it has given the stream. */
function giveOnce(stream: Readable) {
  let held: Readable | undefined = stream;
  return (give: (error: unknown, stream: NodeJS.ReadableStream) => void) => {
    const given = held!;
    held = undefined;
    give(null, given);
  };
}

const isText = (name: string) => /\.(html|css|js|svg|txt|json)$/.test(name);

export const makeZip = (
  file: string,
): Promise<BackupSummary & { path: string }> =>
  whileAlone(async (site) => {
    const target = path.resolve(file);
    const making = `${target}.making`;
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true, mode: 0o700 });
    const part = path.join(making, "backup.zip");
    const zip = writeZip(
      createWriteStream(part, { flush: true, mode: OWNER_ONLY }),
    );
    try {
      const made = await zipBackup(site, zip, making);
      await zip.end();
      await rename(part, target);
      await syncPath(path.dirname(target));
      return { path: target, ...made };
    } finally {
      zip.abandon();
      await rm(making, { recursive: true, force: true });
    }
  });

/**
 * @param making a folder for the copy of the database
 * @param options.folder the folder in the zip
 */
export async function zipBackup(
  site: SecondConnection,
  zip: Zip,
  making: string,
  {
    folder = "",
    ...options
  }: Parameters<typeof collect>[3] & { folder?: string } = {},
): Promise<BackupSummary> {
  const target: Target = {
    has: () => false,
    async take({ name, place }) {
      const file = onDisk(place);
      try {
        return await zip.addFile(folder + name, file);
      } catch (error) {
        if (!isUnreadable(error, file)) throw error;
        // Its entry stays in the zip, like that of a dropped file: the manifest doesn't list it.
        return undefined;
      }
    },
    drop() {},
  };
  const collected = await collect(site, making, target, options);
  await zip.addFile(folder + DATABASE, collected.database);
  await zip.add(folder + MANIFEST, collected.manifest, Date.now());
  return collected.summary;
}
