import { createRandom } from "#bench/generate/random.mjs";
import { drawFaults } from "./faults.ts";
import { bytesOf, extensionOf, type PictureId } from "../pictures.ts";

export type Random = ReturnType<typeof createRandom>;

/** No other picture of a round has its colour or its bytes. */
export interface Picture {
  id: PictureId;
  name: string;
  bytes: Buffer;
}

export interface SentFind {
  /** No other find has it. */
  comment: string;
  submissionId: string;
  fields: Record<string, string>;
  pictures: Picture[];
  /** Whether the pictures are sent ahead, in pieces that can be resumed. */
  byTus: boolean;
  /** What the admin does with it, one after the other. */
  care: Care[];
}

const cares = [
  "show",
  "hide",
  "move",
  "hide a picture",
  "trash",
  "send again",
] as const;
export type Care = (typeof cares)[number];

/** All that a seed decides beforehand. `random` decides the rest, for each actor apart. */
export interface WeatherPlan {
  finds: SentFind[];
  album: { name: string; pictures: Picture[] };
  /** What happens when so many requests have been made. */
  weather: { at: number; faults: string[] }[];
  /** A new row of random numbers each time. */
  nextRandom: () => Random;
}

const FINDS = [1, 1, 2];
/** Numbers of rocks; finds of a seed share some. */
export const NUMBERS = [7, 19, 1204];
/** About so many requests are made in a seed. */
const REQUESTS = 20;

/** A third of the seeds have Redis and a worker. */
export const hasQueue = (seed: number) => seed % 3 === 0;

export async function makePlan(seed: number): Promise<WeatherPlan> {
  const random = createRandom(seed);
  let id = (seed % 8000) * 8;
  const paintSome = async (count: number, stem: string) => {
    const pictures: Picture[] = [];
    for (; count > 0; count--, id++) {
      const name = `${stem}-${count}.${extensionOf(id)}`;
      pictures.push({ id, name, bytes: await bytesOf(id) });
    }
    return pictures;
  };
  const finds: SentFind[] = [];
  for (let n = 1, count = random.pick(FINDS)!; n <= count; n++) {
    const comment = `Seed ${seed}, find ${n}.`;
    finds.push({
      comment,
      submissionId: `00000000-0000-4000-8000-${String(seed * 10 + n).padStart(12, "0")}`,
      fields: {
        rockNumber: String(random.pick(NUMBERS)),
        location: "Lighthouse steps",
        comment,
        date: "2024-05-17",
      },
      pictures: await paintSome(1 + random.below(2), `find-${n}`),
      byTus: random.chance(0.4),
      care: Array.from({ length: 1 + random.below(3) }, () =>
        random.pick(cares),
      ),
    });
  }
  const weather = Array.from({ length: random.pick([1, 1, 2])! }, (_, n) => ({
    at: random.below(REQUESTS),
    faults: drawFaults(random, seed + n, hasQueue(seed)),
  })).sort((one, other) => one.at - other.at);
  return {
    finds,
    album: {
      name: `seed${seed}x`,
      pictures: await paintSome(random.below(3), `seed${seed}x`),
    },
    weather,
    nextRandom: () => createRandom(random.below(2 ** 31)),
  };
}
