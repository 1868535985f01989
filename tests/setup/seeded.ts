import fc from "fast-check";

/** The same values in each run. `PROPERTY_SEED=17 npm run test:unit -- tests/domain/properties` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

type Values<T extends unknown[]> = { [N in keyof T]: fc.Arbitrary<T[N]> };
type Rule<T extends unknown[]> = (...values: T) => unknown;

/** Tries a rule with so many random values. */
export const tryValues = <T extends [unknown, ...unknown[]]>(
  numRuns: number,
  values: Values<T>,
  rule: Rule<T>,
) =>
  fc.assert(
    fc.asyncProperty(
      ...values,
      async (...tried) => void (await rule(...tried)),
    ),
    { numRuns },
  );

/** Tries a rule with a hundred random values. */
export const forAll = <T extends [unknown, ...unknown[]]>(
  values: Values<T>,
  rule: Rule<T>,
) => tryValues(100, values, rule);

export default fc;
