import { setTimeout } from "node:timers/promises";

/** Reading and retry settings of the check. */

/** Number of files that are read at the same time: as many as Node has threads for files. */
const READERS = 4;

/** Milliseconds between two looks at apparent faults. A file and its row are apart for a shorter time. */
const PAUSE_MS = 1000;
/** Gives up after this many tries on files that keep changing. */
const LOOKS_MAX = 10;

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

/**
 * Looks again at apparent faults until two looks agree, because files arrive and are removed meanwhile.
 * @param common findings that a look shares with the one before
 */
export async function lookUntilSure<Suspects>(
  first: Suspects,
  count: (suspects: Suspects) => number,
  lookAgain: (suspects: Suspects) => Promise<Suspects>,
  common: (now: Suspects, before: Suspects) => Suspects,
): Promise<Suspects> {
  let seen = first;
  let sure = first;
  for (let look = 1; look < LOOKS_MAX && count(seen) > 0; look++) {
    await setTimeout(PAUSE_MS);
    const now = await lookAgain(seen);
    sure = common(now, seen);
    if (count(sure) === count(now)) break;
    seen = now;
  }
  return sure;
}
