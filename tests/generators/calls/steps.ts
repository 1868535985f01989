import fc from "fast-check";
import type { Call, Chance, MakeCall } from "./call.ts";
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
  /** 1 without a session, 2 from another site's page; most others as it is meant. */
  twist: fc.nat(60),
});

/** Calls that are sent at once. */
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
export function callFor(
  rows: Rows,
  { kind, twist, ...chance }: Action,
): Call | undefined {
  const [make, makeFirst] = table[kind]!;
  const call = make(rows, chance) ?? makeFirst(rows, chance);
  if (!call || ![1, 2].includes(twist)) return call;
  const refused = { ...call, waits: false, content: undefined };
  if (twist === 1 && call.who !== "everybody")
    return { ...refused, who: "everybody", refusal: 401 };
  const headers = { ...call.headers, Origin: "https://elsewhere.example" };
  const says = "from another site's page";
  return twist === 2 ? { ...refused, says, headers, refusal: 403 } : call;
}
