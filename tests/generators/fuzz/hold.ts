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
  const [value] = counterexample ?? [];
  // A request is a function of the site, and the message says how it was sent.
  const shown =
    typeof value === "function" ? "" : fc.stringify(value).slice(0, 3000);
  throw new Error(`Seed ${seed} of ${what}: ${said}\n${shown}`, {
    cause: errorInstance,
  });
}
