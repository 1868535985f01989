/** Whether this is the long run, `npm run soak`, or a part of the tests that was named. */
export const isLongRun = Boolean(process.env.SOAK);

/** The seeds that a text names: `17`, `3,17` or `1-200`. */
export function listSeeds(text: string) {
  return text.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, n) => first! + n);
  });
}

/** The seeds that a setting such as `CALLS_SEEDS=17` names, or else those of `npm test` or of the long run. */
export const chooseSeeds = (
  setting: string,
  { short, long }: { short: string; long: string },
) => listSeeds(process.env[setting] ?? (isLongRun ? long : short));

/** The first of many cases, and in the long run all of them. */
export const chooseFew = <T>(all: readonly T[], count = 1) =>
  isLongRun ? all : all.slice(0, count);
