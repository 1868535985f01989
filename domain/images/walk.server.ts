import { open } from "node:fs/promises";
import { bmff } from "./heif/bmff.server.ts";
import type { Container, Found } from "./container.server.ts";
import { gif } from "./gif.server.ts";
import { jpeg } from "./jpeg.server.ts";
import { png } from "./png.server.ts";
import { refuse } from "./refusals.server.ts";
import { tiff } from "./tiff.server.ts";
import { webp } from "./webp.server.ts";
import { Window } from "./window.server.ts";

const containers: Container[] = [jpeg, png, webp, gif, bmff, tiff];
const HEAD_BYTES = 12;
/** Enough for the header of a WebP's chunk. */
const CHUNK_HEAD_BYTES = 512;

/**
 * Walks through a file's container to its end. Only the decoder can say later whether the pixels are right.
 * @throws {DomainError}
 */
export const walkImage = (file: string) => walk(file, containers);

/**
 * Walks through a WebP's container to its end, and reads only the headers of its chunks.
 * @throws {DomainError}
 */
export const walkWebp = (file: string) => walk(file, [webp], CHUNK_HEAD_BYTES);

async function walk(
  file: string,
  among: Container[],
  windowBytes?: number,
): Promise<Found> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size < HEAD_BYTES) throw refuse("unknown");
    const window = new Window(handle, size, windowBytes);
    const head = await window.bytes(0, HEAD_BYTES);
    const container = among.find(({ starts }) => starts(head));
    if (!container) throw refuse("unknown");
    return await container.walk(window);
  } finally {
    await handle.close();
  }
}
