import fc from "fast-check";
import { randomRound, type Step } from "./steps.ts";
import { playRound, type Report } from "./round.ts";
import type { ModelSite } from "./site.ts";

/** How long a failing round is made shorter, milliseconds. */
const SHRINK_MS = 90_000;

/**
 * Plays one round: a random sequence of calls, after each of which the site must be as the model says.
 * @throws {Error} with the seed, what is wrong, and the shortest sequence that shows it
 */
export async function playModel(seed: number, on: ModelSite) {
  let failed: Report | undefined;
  let since = 0;
  const round = fc.asyncProperty(randomRound, async (steps: Step[]) => {
    // A sequence that isn't tried counts as one that passes.
    if (failed && Date.now() - since > SHRINK_MS) return;
    const report = await playRound(on, steps);
    if (!report.wrong) return;
    if (!failed) since = Date.now();
    failed = report;
    throw new Error(report.wrong);
  });
  await fc.check(round, { seed, numRuns: 1, unbiased: true });
  if (failed)
    throw new Error(
      `With seed ${seed} the site isn't as the model says. To play it again: MODEL_SEEDS=${seed} npm run test:unit -- tests/generators/model\n\nThe shortest sequence that shows it:\n${failed.lines.join("\n")}\n\n${failed.wrong}`,
    );
}
