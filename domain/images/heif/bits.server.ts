import { refuse } from "../refusals.server.ts";

/** Reads values of a few bits each from the headers of coded pictures. */
export class Bits {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @param length in bits, at most 32 */
  uint(length: number) {
    let value = 0;
    for (; length > 0; length--) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw refuse("damaged");
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at++;
    }
    return value;
  }

  skip(length: number) {
    this.#at += length;
  }

  /** Reads an exponential-Golomb code: n zeros, a one, then n bits. */
  golomb() {
    let zeros = 0;
    while (this.uint(1) === 0) if (++zeros > 31) throw refuse("damaged");
    return 2 ** zeros - 1 + this.uint(zeros);
  }
}
