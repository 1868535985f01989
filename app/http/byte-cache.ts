/** What was used last, up to so many bytes together. */
export class ByteCache<T extends { body: Uint8Array }> {
  readonly #bytesMax: number;
  /** Oldest use first. */
  readonly #kept = new Map<string, T>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string) {
    const there = this.#kept.get(key);
    if (there) {
      this.#kept.delete(key);
      this.#kept.set(key, there);
    }
    return there;
  }

  set(key: string, thing: T) {
    this.#drop(key);
    this.#kept.set(key, thing);
    this.#bytes += thing.body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
  }

  clear() {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #drop(key: string) {
    this.#bytes -= this.#kept.get(key)?.body.length ?? 0;
    this.#kept.delete(key);
  }
}
