import { createRandom } from "#bench/generate/random.mjs";
import type { LinkOptions, Random, Range } from "./bad-link.ts";
import { makeSmallPicture, type Picture } from "./small-pictures.ts";

/** What goes wrong, beside the cuts of the link. */
export interface Mishap {
  /** When the phone has sent this part of all its bytes. */
  at: number;
  what: "close the tab" | "open a second tab" | "kill the site";
}

export interface FindPlan {
  /** Names the find in the database too. */
  comment: string;
  pictures: Picture[];
}

/** All that a seed decides. */
export interface FieldPlan {
  link: LinkOptions;
  finds: FindPlan[];
  mishaps: Mishap[];
  /** Which of the find's posts the site gets twice at once, and of which the answer is lost: 0 is the first. */
  doubledPost?: number;
  lostAnswer?: number;
  /** Most are without one, because it loads the whole form again when it begins. */
  hasServiceWorker: boolean;
  /** Chooses the tab that is closed, and the page that is opened instead. */
  random: Random;
}

const KBIT = 1000;

export async function makePlan(seed: number): Promise<FieldPlan> {
  const random = createRandom(seed);
  const finds: FindPlan[] = [];
  const count = random.chance(0.25) ? 2 : 1;
  for (let n = 1; n <= count; n++)
    finds.push({
      comment: `Seed ${seed}, find ${n}`,
      pictures: await choosePictures(random),
    });
  const every: Range = random.pick([
    [3_000, 15_000],
    [10_000, 40_000],
    [20_000, 60_000],
  ]);
  const mishaps: Mishap[] = [];
  const add = (what: Mishap["what"], probability: number) => {
    if (random.chance(probability)) mishaps.push({ at: random.next(), what });
  };
  add("close the tab", 0.5);
  add("close the tab", 0.2);
  add("open a second tab", 0.3);
  add("kill the site", 0.25);
  return {
    link: {
      rate: random.pick([50, 100, 400]) * KBIT,
      roundTrip: random.pick([100, 300, 800]),
      cuts: { every, last: [500, 10_000] },
      random: createRandom(random.below(2 ** 31)),
    },
    finds,
    mishaps,
    doubledPost: random.chance(0.2) ? random.below(2) : undefined,
    lostAnswer: random.chance(0.3) ? random.below(2) : undefined,
    hasServiceWorker: random.chance(0.2),
    random,
  };
}

async function choosePictures(random: Random) {
  const pictures: Picture[] = [];
  const count = 1 + random.below(5);
  for (let n = 1; n <= count; n++) {
    const kind = random.chance(0.2) ? "wide" : "small";
    const bytes =
      kind === "wide"
        ? 80_000 + random.below(80_000)
        : 5_000 + random.below(40_000);
    const name = `${n}.jpg`;
    pictures.push(await makeSmallPicture(random, { name, kind, bytes }));
  }
  return pictures;
}
