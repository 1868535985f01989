import { readChecksum } from "#domain/images/checksum.server.ts";
import { Refusal } from "#domain/images/refusals.server.ts";
import type {
  CheckedPicture,
  CheckTask,
} from "#domain/jobs/image-process.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { isOutOfMemory } from "../out-of-memory.ts";
import { makeDerivatives } from "./derive.ts";
import { recognise } from "./recognise.ts";

/** The sender waits, and the job that follows makes the same derivative with more effort. */
const EFFORT = 0;

/**
 * Checks an upload by making its small derivative, in the same way as a job does later.
 * @throws if the file can't be read from the disk, or the process has run out of memory
 */
export async function checkPicture({
  file,
  hasCopy,
  blurs,
}: CheckTask["data"]): Promise<CheckedPicture> {
  try {
    const made = hasCopy
      ? undefined
      : await makeDerivatives(file, ["sm"], { effort: EFFORT, blurs });
    return {
      extension: await recognise(onDisk(file)),
      sha256: await readChecksum(onDisk(file)),
      sm: made?.images[0]!.toString("base64"),
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason };
    // sharp's own words for a file that went away with its store.
    const isOfDisk =
      error instanceof Error &&
      ("code" in error || error.message.startsWith("Input file is missing"));
    if (isOfDisk || isOutOfMemory(error)) throw error;
    return { refused: "damaged" };
  }
}
