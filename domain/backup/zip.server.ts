import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { orAbsent } from "#domain/store/disk.server.ts";
import type { Taken } from "./copy-file.server.ts";

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
