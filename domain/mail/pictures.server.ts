import { log } from "#core/log.server.ts";
import { runBeside } from "#core/run-beside.server.ts";
import { environmentOf } from "#core/settings.server.ts";
import { hostOfIds } from "./outgoing.server.ts";
import type { MailPicture } from "./picture.ts";
import type { Mail } from "./send-mail.server.ts";

/** Collects the pictures that a mail shows among its words. */
export function attachPictures() {
  const attachments: NonNullable<Mail["attachments"]> = [];
  return {
    attachments,
    /** @returns the picture's id; undefined without one */
    attach(name: string, jpeg: Buffer | undefined) {
      if (!jpeg) return undefined;
      const cid = `${name}@${hostOfIds()}`;
      attachments.push({
        cid,
        content: jpeg,
        filename: `${name}.jpg`,
        contentType: "image/jpeg",
        contentDisposition: "inline",
      });
      return cid;
    },
  };
}

const TIME_LIMIT_MS = 30_000;
/** Bytes of all pictures of a mail together. Those that go beyond are left out. */
const BYTES_MAX = 1_000_000;

/**
 * Makes small JPEGs in a process of its own, because only there may pictures be decoded. It does not go through the job
 * queue, so that a mail never waits for a queue that is down.
 * @returns a JPEG for each, undefined for those that none can be made of
 */
export async function makeMailPictures(
  pictures: MailPicture[],
): Promise<(Buffer | undefined)[]> {
  if (pictures.length === 0) return [];
  const { ended, stop } = runBeside<(string | null)[]>(
    "build/node/mail-pictures.js",
    {
      place: JSON.stringify(pictures),
      env: environmentOf(["MEDIA_DIR", "LOG_LEVEL"]),
    },
  );
  const deadline = setTimeout(stop, TIME_LIMIT_MS);
  try {
    let bytes = 0;
    return (await ended).map((base64) => {
      const jpeg = Buffer.from(base64 ?? "", "base64");
      bytes += jpeg.length;
      return jpeg.length > 0 && bytes <= BYTES_MAX ? jpeg : undefined;
    });
  } catch (error) {
    log.warn("a mail goes without its pictures", { error });
    return [];
  } finally {
    clearTimeout(deadline);
  }
}
