import * as rules from "../rules/finds.ts";
import type { Find, State } from "../rules/state.ts";
import { byEverybody, type Call } from "./call.ts";
import {
  choose,
  chooseNumber,
  DAYS,
  finderKeyOf,
  someOf,
  textOf,
  type Chance,
  type MakeCall,
} from "./pick.ts";

/** Calls of finders about their own finds. */

function finderCall(
  find: Find,
  { c }: Chance,
  fields: { intent: string } & Record<string, string>,
  rule: (state: State, key: string) => ReturnType<typeof rules.correctFind>,
) {
  const key = c % 11 === 0 ? finderKeyOf(12_345) : find.finderKey;
  return byEverybody(
    `POST /finds/${find.uuid}.data`,
    (copy) => rule(copy, key),
    {
      says: `${fields.intent} find ${find.key}${key === find.finderKey ? "" : " with a wrong key"}`,
      makeForm: async () => new URLSearchParams({ ...fields, key }),
    },
  );
}

const correctFind: MakeCall = (state, chance) => {
  const find = choose(state.finds, chance.a);
  return find && correct(find, chance);
};

const correctClosedFind: MakeCall = (state, chance) => {
  const find = choose(
    state.finds.filter(({ closed }) => closed),
    chance.a,
  );
  return find && correct(find, chance);
};

function correct(find: Find, chance: Chance): Call {
  const { b, id } = chance;
  const texts: Partial<rules.FindTexts> = someOf(
    {
      rock: b % 2 ? find.rock : chooseNumber(b),
      location: find.location,
      comment: textOf("No, it lay there.", id),
      name: find.name,
      email: find.email,
      date: choose(DAYS, b)!,
    },
    chance.c,
  );
  const { rock, ...others } = texts;
  return finderCall(
    find,
    chance,
    {
      intent: "correct",
      ...(rock === undefined ? {} : { rockNumber: String(rock) }),
      ...others,
    },
    (state, key) => rules.correctFind(state, find.uuid, key, texts),
  );
}

const deleteOwnFind: MakeCall = (state, chance) => {
  const trashed = state.trash.flatMap((item) =>
    item.kind === "find" ? [item.thing] : [],
  );
  const find = choose([...state.finds, ...trashed], chance.a);
  return (
    find &&
    finderCall(find, chance, { intent: "delete" }, (state, key) =>
      rules.deleteOwnFind(state, find.uuid, key),
    )
  );
};

/** How often each is made, and how. */
export const finderCalls: [number, MakeCall][] = [
  [3, correctFind],
  [5, correctClosedFind],
  [1, deleteOwnFind],
];
