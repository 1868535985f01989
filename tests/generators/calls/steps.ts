import fc from "fast-check";
import type { Chance, MakeCall } from "./call.ts";
import { findCalls } from "./finds.ts";
import { reviewCalls } from "./review.ts";
import type { Rows } from "./rows.ts";
import { albumCalls, rockCalls, trashCalls } from "./things.ts";

/** What a round is made of, as plain numbers: a step means something also if those before it are left out. */

const groups = [
  [...findCalls, ...reviewCalls],
  rockCalls,
  albumCalls,
  trashCalls,
];

/** Each kind of call as often as it is to be made, with the call that makes something for it to be about. */
const table = groups.flatMap((calls) =>
  calls.flatMap(([often, make]) =>
    Array<[MakeCall, MakeCall]>(often).fill([make, calls[0]![1]]),
  ),
);

const number = fc.nat(999);
const action = fc.record({
  kind: fc.nat(table.length - 1),
  ...{ a: number, b: number, c: number },
});

const step = fc.record({
  actions: fc.oneof(
    { weight: 5, arbitrary: fc.array(action, { minLength: 1, maxLength: 1 }) },
    {
      weight: 2,
      arbitrary: fc.array(action, { minLength: 2, maxLength: 3, size: "max" }),
    },
  ),
  /** Whether all jobs are done at the end, and everybody looks. */
  settles: fc.boolean(),
});

export const anySteps = fc.noBias(
  fc.array(step, { minLength: 14, maxLength: 24, size: "max" }),
);

type Action = (typeof action extends fc.Arbitrary<infer A> ? A : never) &
  Chance;
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The call that an action is for a state; undefined if there is nothing yet that it could be about. */
export function callFor(rows: Rows, { kind, ...chance }: Action) {
  const [make, makeFirst] = table[kind]!;
  return make(rows, chance) ?? makeFirst(rows, chance);
}
