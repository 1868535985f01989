import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { log } from "#core/log.server.ts";
import { environmentOf } from "#core/settings.server.ts";
import type { MailPicture } from "./picture.ts";

const TIME_LIMIT_MS = 30_000;
/** Bytes of all pictures of a mail together. Those that go beyond are left out. */
const BYTES_MAX = 1_000_000;

const Answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.nullable(v.string())),
);

/**
 * Makes small JPEGs in a process of its own, because only there may pictures be decoded. It does not go through the job
 * queue, so that a mail never waits for a queue that is down.
 * @returns a JPEG for each, undefined for those that none can be made of
 */
export async function makeMailPictures(
  pictures: MailPicture[],
): Promise<(Buffer | undefined)[]> {
  if (pictures.length === 0) return [];
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.resolve("build/node/mail-pictures.js"), JSON.stringify(pictures)],
      {
        env: environmentOf(["MEDIA_DIR", "LOG_LEVEL"]),
        timeout: TIME_LIMIT_MS,
        killSignal: "SIGKILL",
        maxBuffer: 16 * BYTES_MAX,
      },
    );
    let bytes = 0;
    return v.parse(Answer, stdout).map((base64) => {
      const jpeg = Buffer.from(base64 ?? "", "base64");
      bytes += jpeg.length;
      return jpeg.length > 0 && bytes <= BYTES_MAX ? jpeg : undefined;
    });
  } catch (error) {
    log.warn("a mail goes without its pictures", { error });
    return [];
  }
}
