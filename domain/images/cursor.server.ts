import { refuse } from "./refusals.server.ts";

/** Reads big-endian values in order. Refuses to read past the end. */
export class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left() {
    return this.#bytes.length - this.#at;
  }

  /** @param length in bytes, 0 to 8. No bytes are the number 0. */
  uint(length: number) {
    let value = 0;
    for (const byte of this.#take(length)) value = value * 256 + byte;
    return value;
  }

  text(length: number) {
    return this.#take(length).toString("latin1");
  }

  bytes(length: number) {
    return this.#take(length);
  }

  skip(length: number) {
    this.#take(length);
  }

  versionAndFlags() {
    return { version: this.uint(1), flags: this.uint(3) };
  }

  box() {
    const length = this.uint(4);
    const type = this.text(4);
    if (length < 8) throw refuse("damaged");
    return { type, content: new Cursor(this.#take(length - 8)) };
  }

  #take(length: number) {
    if (length > this.left) throw refuse("damaged");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
