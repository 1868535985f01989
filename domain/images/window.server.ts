import type { FileHandle } from "node:fs/promises";
import { refuse } from "./refusals.server.ts";

export const WINDOW_BYTES = 256 * 1024;

/**
 * Parts that a file may have: segments, chunks, blocks or boxes. Real files of 200 MB, the largest that a
 * site can be set to take, stay far below: a JPEG of nothing but full segments has 3,200, a PNG in chunks of
 * 8 kB 25,000, and a GIF or WebP of 100,000 parts is an animation of half an hour and more. Walking
 * through as many takes a fraction of a second.
 */
const PARTS_MAX = 100_000;

/** Reads a file through one part of it that is in memory. A returned buffer is valid until the next call. */
export class Window {
  readonly size: number;
  readonly #file: FileHandle;
  readonly #memory = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #end = 0;
  #parts = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** What is in memory from `at` on: at least `length` bytes, which may be 256 KiB at most. */
  async from(at: number, length = 1): Promise<Buffer> {
    this.requireInside(at, length);
    if (at < this.#start || at + length > this.#end) await this.#moveTo(at);
    if (at + length > this.#end) throw refuse("damaged");
    return this.#memory.subarray(at - this.#start, this.#end - this.#start);
  }

  async bytes(at: number, length: number): Promise<Buffer> {
    return (await this.from(at, length)).subarray(0, length);
  }

  /** @throws {DomainError} if the file ends before that */
  requireInside(at: number, length: number) {
    if (at + length > this.size) throw refuse("damaged");
  }

  /** Each walker calls it once a part. @throws {DomainError} if the file has too many */
  countPart() {
    if (++this.#parts > PARTS_MAX) throw refuse("damaged");
  }

  async #moveTo(at: number) {
    this.#start = at;
    this.#end = at;
    while (this.#end - at < WINDOW_BYTES) {
      const { bytesRead } = await this.#file.read(
        this.#memory,
        this.#end - at,
        WINDOW_BYTES - (this.#end - at),
        this.#end,
      );
      if (bytesRead === 0) break;
      this.#end += bytesRead;
    }
  }
}
