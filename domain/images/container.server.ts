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
  /** Whether a file is of this kind. `head` is its first 12 bytes. */
  starts: (head: Buffer) => boolean;
  /** Walks through the file to its end. @throws {DomainError} */
  walk: (file: Window) => Promise<Found>;
}
