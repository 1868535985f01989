/** Returns the next number: at least 0 and less than 1. */
export type Random = () => number;

/** A mulberry32 generator: the same seed gives the same numbers everywhere. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const between = (random: Random, low: number, high: number) =>
  low + random() * (high - low);
