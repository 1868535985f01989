import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { KeepsakeEntry } from "#db/keepsake-list.server.ts";

export interface Pack {
  /** Adds a file as it is now. Returns its size and its SHA-256, hex, once it is in the zip. */
  add(entry: KeepsakeEntry): Promise<{ bytes: number; sha256: string }>;
  /** Ends the zip. It is on the disk when this returns. */
  end(): Promise<void>;
  abandon(): void;
}

/** Writes a zip, one file at a time. Pages are compressed, pictures are stored as they are. */
export function openPack(to: string, mode: number): Pack {
  const zip = new ZipFile();
  const output = createWriteStream(to, { flush: true, mode });
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
  return {
    async add({ path, content, file, mtime_ms }) {
      const hash = createHash("sha256");
      let bytes = 0;
      const tap = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const from =
        file === null
          ? Readable.from([Buffer.from(content as string)])
          : createReadStream(file);
      zip.addReadStreamLazy(
        path,
        {
          mtime: new Date(mtime_ms),
          mode: 0o100644,
          compress: isText(path),
        },
        giveOnce(tap),
      );
      // Not before the zip has taken all of it, so that no files pile up.
      await new Promise<void>((resolve, reject) => {
        onFailure = () => reject(failure as Error);
        if (failure !== undefined) onFailure();
        tap.once("end", resolve);
        pipeline(from, tap).catch(reject);
      });
      return { bytes, sha256: hash.digest("hex") };
    },
    async end() {
      zip.end();
      await written;
    },
    abandon() {
      output.destroy();
    },
  };
}

/** The zip keeps this function until its end, so it must hold nothing of its file once it has given the stream. */
function giveOnce(stream: Transform) {
  let held: Transform | undefined = stream;
  return (give: (error: unknown, stream: NodeJS.ReadableStream) => void) => {
    const given = held!;
    held = undefined;
    give(null, given);
  };
}

const isText = (path: string) => /\.(html|css|js|svg|txt|json)$/.test(path);
