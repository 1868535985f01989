/** What an entry takes beside its key and what it holds. */
const ENTRY_BYTES = 512;

/** Keeps what was used last, up to so many bytes together, keys included. */
export class ByteCache<T> {
  readonly #bytesMax: number;
  /** Oldest use first. */
  readonly #entries = new Map<string, { value: T; bytes: number }>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string) {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry?.value;
  }

  /** @param valueBytes what the value takes in memory */
  set(key: string, value: T, valueBytes: number) {
    this.delete(key);
    const bytes = valueBytes + 2 * key.length + ENTRY_BYTES;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.delete(oldest);
    }
  }

  delete(key: string) {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
