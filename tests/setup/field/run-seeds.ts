import type { Browser } from "playwright";
import { startSite } from "../processes/site.ts";
import { launchPhone } from "./phone.ts";
import { makePlan } from "./plan.ts";
import { play } from "./play.ts";

/** Plays these seeds, several at once, each with a site of its own. Outcomes come in the order of their ends. */
export async function runSeeds(
  seeds: number[],
  { atOnce }: { atOnce: number },
) {
  const browser = await launchPhone();
  const left = [...seeds];
  const outcomes: ({ seed: number } & Awaited<ReturnType<typeof play>>)[] = [];
  const playSome = async (browser: Browser) => {
    const site = await startSite({
      env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" },
    });
    try {
      for (let seed = left.shift(); seed !== undefined; seed = left.shift())
        outcomes.push({
          seed,
          ...(await play(await makePlan(seed), { browser, site }).catch(
            blame(seed),
          )),
        });
    } finally {
      await site.stop();
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, () => playSome(browser)));
  } finally {
    await browser.close();
  }
  return outcomes;
}

const blame = (seed: number) => (error: Error) => {
  throw new Error(`Seed ${seed}: ${error.message}`, { cause: error });
};
