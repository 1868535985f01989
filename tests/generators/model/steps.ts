import fc from "fast-check";
import { albumCalls } from "./calls/albums.ts";
import type { Call, Chance, MakeCall } from "./calls/call.ts";
import { catalogueCalls } from "./calls/catalogue.ts";
import { finderCalls } from "./calls/finders.ts";
import { findCalls } from "./calls/finds.ts";
import { reviewCalls } from "./calls/review.ts";
import { trashCalls } from "./calls/things.ts";
import type { State } from "./state.ts";

/** What a round is made of, as plain numbers: a step means something also if those before it are left out. */

interface Action extends Omit<Chance, "versions"> {
  /** Which call. */
  kind: number;
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
const table = [
  ...[
    findCalls,
    finderCalls,
    reviewCalls,
    catalogueCalls,
    albumCalls,
    trashCalls,
  ].flat(),
].flatMap(([often, make]) => Array<MakeCall>(often).fill(make));

const number = fc.nat(999);
const action: fc.Arbitrary<Omit<Action, "id">> = fc.record({
  kind: fc.nat(table.length - 1),
  ...{ a: number, b: number, c: number },
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
    fc.constantFrom(
      ...[findCalls, findCalls, findCalls, catalogueCalls, albumCalls],
    ),
    action,
  )
  .map(([[first], action]) => ({
    actions: [{ ...action, kind: table.indexOf(first![1]), twist: 0 }],
    settles: false,
  }));

const rounds = fc.tuple(
  fc.array(opening, { minLength: 6, maxLength: 6 }),
  fc.array(step, { minLength: 8, maxLength: 16, size: "max" }),
);

/** The steps of a seed's round. */
export function makeRound(seed: number): Step[] {
  const [round] = fc.sample(rounds, { seed, numRuns: 1, unbiased: true });
  let id = 0;
  return round!.flat().map(({ actions, settles }) => ({
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
  const plain = { learn: undefined, waits: false };
  if (call && twist === 1 && call.who !== "everybody")
    return { ...call, ...plain, who: "everybody", rule: () => 401 };
  if (call && twist === 2)
    return {
      ...{ ...call, ...plain, says: "from another site's page" },
      headers: { ...call.headers, Origin: "https://elsewhere.example" },
      rule: () => 403,
    };
  return call;
}
