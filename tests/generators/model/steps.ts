import fc from "fast-check";
import { albumCalls } from "./calls/albums.ts";
import type { Call } from "./calls/call.ts";
import { finderCalls } from "./calls/finders.ts";
import { findCalls } from "./calls/finds.ts";
import { asStranger, fromElsewhere, otherCalls } from "./calls/others.ts";
import type { Chance, MakeCall, Numbers } from "./calls/pick.ts";
import { reviewCalls } from "./calls/review.ts";
import { originalCalls } from "./calls/originals.ts";
import { rockCalls } from "./calls/rocks.ts";
import type { State } from "./rules/state.ts";

/** What a round is made of, as plain numbers: a step means something also if those before it are left out. */

interface Action extends Numbers {
  /** Which call. */
  kind: number;
  /** No other call of the round has it. */
  id: number;
  /** 1 without a session, 2 from another site's page; most others as it is meant. */
  twist: number;
}

/** Calls that are sent at once. */
export interface Step {
  actions: Action[];
  /** Whether the step ends only when all jobs are done. */
  settles: boolean;
}

/** Each kind of call as often as it is to be made. */
const table: MakeCall[] = [
  ...findCalls,
  ...finderCalls,
  ...originalCalls,
  ...reviewCalls,
  ...rockCalls,
  ...albumCalls,
  ...otherCalls,
].flatMap(([often, make]) => Array.from({ length: often }, () => make));

const number = fc.nat(999);
const action: fc.Arbitrary<Omit<Action, "id">> = fc.record({
  kind: fc.nat(table.length - 1),
  a: number,
  b: number,
  c: number,
  twist: fc.nat(60),
});

const alone = fc.tuple(action);
const together = fc.array(action, { minLength: 2, maxLength: 3, size: "max" });

const step = fc.record({
  actions: fc.oneof(
    { weight: 5, arbitrary: alone },
    { weight: 2, arbitrary: together },
  ),
  settles: fc.boolean(),
});

/** A round begins with things to work on. */
const opening = fc
  .tuple(
    fc.constantFrom(findCalls, findCalls, findCalls, rockCalls, albumCalls),
    action,
  )
  .map(([[first], action]) => ({
    actions: [{ ...action, kind: table.indexOf(first![1]), twist: 0 }],
    settles: false,
  }));

const rounds = fc
  .tuple(
    fc.array(opening, { minLength: 6, maxLength: 6 }),
    fc.array(step, { minLength: 14, maxLength: 28, size: "max" }),
  )
  .map((parts) => parts.flat());

/** The steps of a seed's round. */
export function makeRound(seed: number): Step[] {
  const [round] = fc.sample(rounds, { seed, numRuns: 1, unbiased: true });
  let id = 0;
  return round!.map(({ actions, settles }) => ({
    actions: actions.map((action) => ({ ...action, id: ++id })),
    settles,
  }));
}

/** The call that an action is for a state; undefined if there is nothing yet that it could be about. */
export function callFor(
  state: State,
  { kind, twist, ...chance }: Action,
  versions: Chance["versions"],
): Call | undefined {
  const call = table[kind]!(state, { ...chance, versions });
  if (!call) return undefined;
  if (twist === 1 && call.who !== "everybody") return asStranger(call);
  if (twist === 2 && call.method !== "GET") return fromElsewhere(call);
  return call;
}
