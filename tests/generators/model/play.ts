import { playRound, type Report } from "./round.ts";
import { makeRound, type Step } from "./steps.ts";
import type { ModelSite } from "./site.ts";

/** How long a failing round is made shorter, milliseconds. */
const SHORTEN_MS = 60_000;

/**
 * Plays one round: a random sequence of calls, after each of which the site must be as the model says.
 * @throws {Error} with the seed, what is wrong, and the shortest sequence that shows it
 */
export async function playModel(seed: number, on: ModelSite) {
  const steps = makeRound(seed);
  const report = await playRound(on, steps);
  if (!report.wrong) return;
  const { lines, wrong } = await shorten(on, steps, report);
  throw new Error(
    `With seed ${seed} the site isn't as the model says. To play it again: MODEL_SEEDS=${seed} npm run test:unit -- tests/generators/model

The shortest sequence that shows it:
${lines.join("\n")}

${wrong}`,
  );
}
async function shorten(on: ModelSite, all: Step[], first: Report) {
  const until = Date.now() + SHORTEN_MS;
  let steps = all.slice(0, first.played);
  let shortest = first;

  async function tryWith(fewer: Step[]) {
    if (Date.now() > until) return false;
    const report = await playRound(on, fewer);
    if (!report.wrong) return false;
    steps = fewer.slice(0, report.played);
    shortest = report;
    return true;
  }

  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let from = steps.length - size; from >= 0; from -= size)
      await tryWith(steps.toSpliced(from, size));
  for (let at = steps.length - 1; at >= 0; at--)
    for (let n = steps[at]!.actions.length - 1; n >= 0; n--) {
      const { actions, ...step } = steps[at]!;
      if (actions.length === 1) break;
      const fewer = { ...step, actions: actions.toSpliced(n, 1) };
      if (await tryWith(steps.with(at, fewer)))
        at = Math.min(at, steps.length - 1);
    }
  return shortest;
}
