import { LRUCache } from "lru-cache";

/** Memory of an entry beside its key and its value. */
const ENTRY_BYTES = 512;

/** A cache that drops what was used longest ago when its keys and values take more than `bytesMax`. */
export const createSizedCache = <V extends object>(
  bytesMax: number,
  bytesOf: (value: V) => number,
) =>
  new LRUCache<string, V>({
    maxSize: bytesMax,
    sizeCalculation: (value, key) =>
      bytesOf(value) + 2 * key.length + ENTRY_BYTES,
  });
