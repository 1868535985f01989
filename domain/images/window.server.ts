import type { FileHandle } from "node:fs/promises";
import { refuse } from "./refusals.server.ts";

export const WINDOW_BYTES = 256 * 1024;

/**
 * How many parts (segments, chunks, blocks or boxes) a file may have. Even of 200 MB, the most that a site can
 * be set to accept, real files have far fewer: a JPEG made only of full segments has 3,200, a PNG in chunks of
 * 8 kB has 25,000, and a GIF or WebP with 100,000 is an animation of more than half an hour. Walking through
 * that many takes a fraction of a second.
 */
const PARTS_MAX = 100_000;

/** Reads a file with only a part in memory. A returned buffer is valid until the next call. */
export class Window {
  readonly size: number;
  readonly #file: FileHandle;
  readonly #memory: Buffer;
  #start = 0;
  #end = 0;
  #parts = 0;

  /** @param bytes how many are read at a time */
  constructor(file: FileHandle, size: number, bytes = WINDOW_BYTES) {
    this.#file = file;
    this.size = size;
    this.#memory = Buffer.allocUnsafe(bytes);
  }

  /** The bytes in memory from `at` on: at least `length`, which is at most as many as are read at a time. */
  async from(at: number, length = 1): Promise<Buffer> {
    this.requireInside(at, length);
    if (at < this.#start || at + length > this.#end) await this.#moveTo(at);
    if (at + length > this.#end) throw refuse("damaged");
    return this.#memory.subarray(at - this.#start, this.#end - this.#start);
  }

  async bytes(at: number, length: number): Promise<Buffer> {
    return (await this.from(at, length)).subarray(0, length);
  }

  /** @throws {DomainError} if the file has fewer bytes */
  requireInside(at: number, length: number) {
    if (at + length > this.size) throw refuse("damaged");
  }

  /** Each walker calls it for each part. @throws {DomainError} if the file has too many */
  countPart() {
    if (++this.#parts > PARTS_MAX) throw refuse("damaged");
  }

  async #moveTo(at: number) {
    this.#start = at;
    this.#end = at;
    while (this.#end - at < this.#memory.length) {
      const { bytesRead } = await this.#file.read(
        this.#memory,
        this.#end - at,
        this.#memory.length - (this.#end - at),
        this.#end,
      );
      if (bytesRead === 0) break;
      this.#end += bytesRead;
    }
  }
}
