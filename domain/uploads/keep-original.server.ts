import { randomBytes } from "node:crypto";
import { inspectImage } from "../images/inspect.server.ts";
import { markFile } from "./incoming.server.ts";
import { moveInto, removeFromStore } from "../store/write.server.ts";
import { onDisk } from "../store/disk.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { requireArrived } from "../store/identity.server.ts";

/** A picture that is on its way from an upload to its place among the originals. */

export interface Original {
  /** The client's name for it. */
  original_name: string;
  /** The server's own, without extension. */
  current_name: string;
  /** The same with its extension. */
  original_file: string;
}

/**
 * Moves a received picture to its place and then has its rows written; where that fails nothing is left.
 * @param id of the incoming folder that the picture stands in, which is the caller's to remove
 * @param placeOf the place in the store for a file of this name
 * @throws {DomainError} not_an_image, too_large, and what `write` throws
 */
export async function keepOriginal<T>(
  id: string,
  file: ReceivedFile,
  placeOf: (originalFile: string) => string,
  write: (original: Original) => T,
): Promise<T> {
  const { extension } = await inspectImage(onDisk(file.path));
  const current_name = randomBytes(6).toString("hex");
  const original_file = `${current_name}.${extension}`;
  const place = placeOf(original_file);
  await markFile(id, place);
  await moveInto(file.path, place);
  try {
    requireArrived([place]);
    return write({ original_name: file.name, current_name, original_file });
  } catch (error) {
    await removeFromStore(place);
    throw error;
  }
}
