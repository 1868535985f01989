/** Returns random numbers that are the same for the same seed, on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0;
  /** From 0 up to 1, without it. (mulberry32) */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    next,
    /** A whole number from 0 up to `count`, without it. */
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    /** Around 0: most within ±1, none beyond ±3. */
    spread: () => (next() + next() + next()) * 2 - 3,
    hex: (digits) => {
      let text = "";
      while (text.length < digits)
        text += below(0x10000).toString(16).padStart(4, "0");
      return text.slice(0, digits);
    },
  };
}
