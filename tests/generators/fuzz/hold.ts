import fc from "fast-check";

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
  throw new Error(
    `Seed ${seed} of ${what}: ${said}\n${fc.stringify(counterexample?.[0]).slice(0, 3000)}`,
    { cause: errorInstance },
  );
}
