import { openLane, type Lane } from "./lane.ts";
import { hasQueue } from "./plan.ts";
import { playSeed } from "./play.ts";

/** A lane is made anew after so many seeds, so that it does not grow for hours. */
const SEEDS_OF_A_LANE = 60;

/** Plays seeds one after the other, on a lane with Redis or on one without, as the seed says. */
export function createPlayer() {
  const lanes = new Map<boolean, { lane: Lane; played: number }>();

  async function drop(isWithQueue: boolean) {
    const open = lanes.get(isWithQueue);
    lanes.delete(isWithQueue);
    await open?.lane.stop();
  }

  return {
    /** @throws what is wrong with the site, in words */
    async play(seed: number) {
      const kind = hasQueue(seed);
      const open = lanes.get(kind) ?? {
        lane: await openLane({ hasQueue: kind }),
        played: 0,
      };
      lanes.set(kind, open);
      open.played++;
      try {
        await playSeed(seed, open.lane);
      } catch (error) {
        // What one seed has broken must not be blamed on the next.
        await drop(kind);
        throw error;
      }
      if (open.played === SEEDS_OF_A_LANE) await drop(kind);
    },
    async stop() {
      for (const kind of [...lanes.keys()]) await drop(kind);
    },
  };
}

/** Plays these seeds, those with Redis beside those without. @returns what went wrong, in words */
export async function runSeeds(seeds: number[]) {
  const failures: string[] = [];
  const playSome = async (some: number[]) => {
    const player = createPlayer();
    try {
      for (const seed of some) {
        await player
          .play(seed)
          .catch((error: Error) => void failures.push(error.message));
      }
    } finally {
      await player.stop();
    }
  };
  const withQueue = seeds.filter(hasQueue);
  const without = seeds.filter((seed) => !hasQueue(seed));
  const half = Math.ceil(without.length / 2);
  await Promise.all(
    [withQueue, without.slice(0, half), without.slice(half)].map(playSome),
  );
  return failures;
}
