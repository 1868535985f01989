import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

const CHUNK_BYTES = 256 * 1024;

/** SHA-256 of a file, hex. @throws when it can't be read */
export async function readChecksum(file: string) {
  const hash = createHash("sha256");
  // One piece of memory for all chunks, because V8 lets those of a stream pile up to dozens of megabytes.
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const handle = await open(file);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
