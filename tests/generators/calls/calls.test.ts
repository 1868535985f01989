import { afterAll, beforeAll, test } from "vitest";
import { startSite } from "#tests/setup/processes/site.ts";
import { chooseSeeds } from "#tests/setup/seeds.ts";
import { hold } from "../fuzz/hold.ts";
import type { Stage } from "./call.ts";
import { playRound } from "./round.ts";
import { anySteps } from "./steps.ts";

let stage: Stage;
beforeAll(async () => {
  const site = await startSite({
    env: {
      MODERATION: "on",
      TRASH_DAYS: "30",
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
      UPLOAD_PARALLEL: "100/100",
      LOG_LEVEL: "warn",
    },
  });
  stage = { site, cookie: await site.signIn() };
});
afterAll(async () => {
  stage.site.letGo();
  await stage.site.stop();
});

/** How long a failing round is made shorter, milliseconds. */
const SHORTEN_MS = Number(process.env.SHORTEN ?? 60_000);

test.each(chooseSeeds("CALLS_SEEDS", { short: "3", long: "1-20" }))(
  "a call changes what it says and nothing else, and everybody sees it as it is (seed %i)",
  async (seed) => {
    let end = Infinity;
    await hold("the calls", seed, 1, anySteps, async (steps) => {
      if (Date.now() > end) return;
      try {
        await playRound(stage, steps);
      } catch (error) {
        end = Math.min(end, Date.now() + SHORTEN_MS);
        throw error;
      }
    });
  },
);
