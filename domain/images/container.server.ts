import type { Window } from "./window.server.ts";

export const extensions = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  gif: "gif",
  avif: "avif",
  heic: "heic",
  tiff: "tiff",
} as const;
export type ImageFormat = keyof typeof extensions;

export interface Size {
  width: number;
  height: number;
}

export interface Found extends Size {
  format: ImageFormat;
}

export interface Container {
  /** Whether a file that starts like this is one; `head` holds 12 bytes. */
  starts: (head: Buffer) => boolean;
  /** Walks to the end. @throws {DomainError} */
  walk: (file: Window) => Promise<Found>;
}
