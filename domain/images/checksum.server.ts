import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

const CHUNK_BYTES = 256 * 1024;

/** SHA-256 of a file, hex. @throws when it can't be read */
export async function readChecksum(file: string) {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file, {
    highWaterMark: CHUNK_BYTES,
  }))
    hash.update(bytes as Buffer);
  return hash.digest("hex");
}
