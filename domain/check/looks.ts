/** How the check reads files, and when it looks again. */

/** How many files are read at the same time: as many as Node has threads for files. */
const READERS = 4;

/** Milliseconds between two looks at what seems to be wrong. A file and its row are apart for a shorter time. */
export const PAUSE_MS = 1000;
/** Gives up after this many tries on what keeps changing. */
export const LOOKS_MAX = 10;

/** Runs several at a time, in about their order. */
export async function inParallel<T>(
  items: Generator<T>,
  run: (item: T) => Promise<void>,
) {
  const read = async () => {
    for (const item of items) await run(item);
  };
  await Promise.all(Array.from({ length: READERS }, read));
}
