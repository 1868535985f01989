import {
  addReviewKey,
  bearer,
} from "#tests/setup/calls/review/review-calls.ts";
import * as rules from "../rules/finds.ts";
import { applyRule } from "../rules/outcome.ts";
import type { Call } from "./call.ts";
import type { Find } from "../rules/state.ts";
import { choose, uuidOf, type MakeCall } from "./pick.ts";

/** Calls of the review: the admin's, and those of a daily mail's link. */

const decide: MakeCall = (state, { a, b, c }) => {
  const uuid = chooseUuid(state.finds, a);
  const show = b % 3 !== 0;
  const close = show ? b % 13 === 1 : c % 2 === 0;
  return uuid === undefined
    ? undefined
    : decideOn(uuid, { show, close, useSuggestion: c % 2 === 0 }, b);
};

const closeFind: MakeCall = (state, { a, b }) => {
  const find = choose(state.finds, a);
  const decision = { show: false, close: true, useSuggestion: false };
  return find && decideOn(find.uuid, decision, b);
};

const decideOn = (
  uuid: string,
  { show, close, useSuggestion }: Parameters<typeof rules.decide>[2],
  b: number,
): Call => ({
  says: `review: decide on find ${uuid}`,
  who: b % 2 ? "admin" : "other admin",
  method: "POST",
  path: `/api/review/${uuid}`,
  body: { show, close, use_suggestion: useSuggestion },
  apply: (state, { body }) =>
    applyRule(state, (copy) =>
      rules.decide(
        copy,
        uuid,
        { show, close, useSuggestion },
        (body as { undo: string }).undo,
      ),
    ),
});

/** With the link of a daily mail, which opens one find; now and then another one, or none. */
const decideByMail: MakeCall = (state, chance) => {
  const call = decide(state, chance);
  const inMail = choose(state.finds, chance.id % 4 === 0 ? chance.b : chance.a);
  if (!call || !inMail) return undefined;
  const isWrong = chance.id % 9 === 0;
  const isClosed = !call.path.endsWith(inMail.uuid);
  return {
    ...call,
    says: `${call.says}, with ${isWrong ? "a wrong key" : `the mail's key of find ${inMail.key}`}`,
    who: "everybody",
    prepare: ({ site }) =>
      Promise.resolve({
        headers: bearer(isWrong ? "wrong" : addReviewKey(site, [inMail.key])),
      }),
    apply: (state, answer) =>
      isWrong
        ? { state, status: 401 }
        : isClosed && rules.isDecision(call.body as rules.Decision)
          ? { state, status: 404 }
          : call.apply(state, answer),
  };
};

const undo: MakeCall = (state, { a }) => {
  // The newest first, because people undo what they have just done.
  const of = choose([...state.undos].reverse(), a % 3);
  const find = state.finds.find(({ key }) => key === of?.find);
  return find && of
    ? {
        says: `review: undo a decision on find ${find.key}`,
        who: "admin",
        method: "POST",
        path: `/api/review/${find.uuid}`,
        body: { undo: of.token },
        apply: (state) =>
          applyRule(state, (copy) => rules.undo(copy, find.uuid, of.token)),
      }
    : undefined;
};

const chooseUuid = (finds: Find[], n: number) =>
  n % 31 === 30 ? uuidOf(0) : choose(finds, n)?.uuid;

/** How often each is made, and how. */
export const reviewCalls: [number, MakeCall][] = [
  [3, decide],
  [4, closeFind],
  [3, decideByMail],
  [3, undo],
];
