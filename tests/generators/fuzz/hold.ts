import fc from "fast-check";
import { chooseSeeds } from "#tests/setup/seeds.ts";

/** The first seed, in the long run the first few, or those that FUZZ_SEEDS names. */
export const fuzzSeeds = (count: number) =>
  chooseSeeds("FUZZ_SEEDS", { short: "1", long: `1-${count}` });

/** One of some values, each as often as its number says. */
export const weighed = <T>(...list: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...list.map(([weight, arbitrary]) => ({ weight, arbitrary })));

export const oneOf = (text: TemplateStringsArray) =>
  fc.constantFrom(...text[0]!.trim().split(/\s+/));

/** The parts of a text, between bars and line ends. */
export const partsOf = (text: string) => text.trim().split(/ *[|\n] */);

/**
 * Checks a property with a seed.
 * @param what names it in the message, such as `the spoiled EXIF`
 * @throws {Error} whose message has the seed, what is wrong, and the smallest value that shows it
 */
export async function hold<T>(
  what: string,
  seed: number,
  numRuns: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => unknown,
) {
  const { failed, errorInstance, counterexample } = await fc.check(
    fc.asyncProperty(values, async (value) => void (await check(value))),
    { seed, numRuns },
  );
  if (!failed) return;
  const said =
    errorInstance instanceof Error
      ? errorInstance.message
      : String(errorInstance);
  const [value] = counterexample ?? [];
  // A request is a function of the site, and the message says how it was sent.
  const shown =
    typeof value === "function" ? "" : fc.stringify(value).slice(0, 3000);
  throw new Error(`Seed ${seed} of ${what}: ${said}\n${shown}`, {
    cause: errorInstance,
  });
}
