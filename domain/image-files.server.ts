import { open } from "node:fs/promises";
import { bmff } from "./image-files/bmff.server.ts";
import type { Container, Found } from "./image-files/container.server.ts";
import { gif } from "./image-files/gif.server.ts";
import { jpeg } from "./image-files/jpeg.server.ts";
import { png } from "./image-files/png.server.ts";
import { refuse } from "./image-files/refusals.server.ts";
import { tiff } from "./image-files/tiff.server.ts";
import { webp } from "./image-files/webp.server.ts";
import { Window } from "./image-files/window.server.ts";

const containers: Container[] = [jpeg, png, webp, gif, bmff, tiff];
const HEAD_BYTES = 12;

const extensions = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  gif: "gif",
  avif: "avif",
  heic: "heic",
  tiff: "tiff",
} as const;
export type ImageFormat = keyof typeof extensions;

/**
 * What an image file is, by its header, after a walk through its container to the end; its pixels
 * are the decoder's to judge. Width and height are as stored, before any orientation.
 * @param file absolute path
 * @throws {DomainError} not_an_image where it is none, is damaged or was cut off; too_large where it has too many pixels
 */
export async function inspectImage(file: string): Promise<
  Found & {
    /** Without a dot. */
    extension: string;
  }
> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size < HEAD_BYTES) throw refuse("unknown");
    const window = new Window(handle, size);
    const head = await window.bytes(0, HEAD_BYTES);
    const container = containers.find(({ starts }) => starts(head));
    if (!container) throw refuse("unknown");
    const found = await container.walk(window);
    return { ...found, extension: extensions[found.format] };
  } finally {
    await handle.close();
  }
}
