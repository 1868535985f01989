import { addReviewKey, bearer } from "#tests/setup/calls/review-calls.ts";
import * as rules from "../rules/finds.ts";
import { byAdmin, byOtherAdmin, type Call } from "./call.ts";
import type { Find, State } from "../rules/state.ts";
import { learnImages } from "./finds.ts";
import { choose, uuidOf, type MakeCall } from "./pick.ts";

type Decision = Parameters<typeof rules.decide>[2];

/** Calls of the review: the admin's, and those of a daily mail's link. */

const decide: MakeCall = (state, { a, b, c }) => {
  const uuid = chooseUuid(state.finds, a);
  const show = b % 3 !== 0;
  const close = show ? b % 13 === 1 : c % 2 === 0;
  return uuid === undefined
    ? undefined
    : decideOn(
        state,
        uuid,
        {
          show,
          close,
          useSuggestion: c % 2 === 0,
          pictures: a % 2 ? "new" : "approved",
        },
        b,
      );
};

/** Of a shown find whose original the admin hasn't seen. */
const decideOnLate: MakeCall = (state, { a, b, c }) => {
  const late = state.finds.filter(({ images }) =>
    images.some(({ late }) => late),
  );
  const find = choose(late, a);
  const pictures = c % 3 ? "new" : "approved";
  const decision = { show: true, close: false, useSuggestion: false, pictures };
  return find && decideOn(state, find.uuid, decision as Decision, b);
};

const closeFind: MakeCall = (state, { a, b }) => {
  const find = choose(state.finds, a);
  const decision = { show: false, close: true, useSuggestion: false };
  return (
    find && decideOn(state, find.uuid, { ...decision, pictures: "new" }, b)
  );
};

const decideOn = (
  state: State,
  uuid: string,
  decision: Decision,
  b: number,
): Call =>
  (b % 2 ? byAdmin : byOtherAdmin)(
    `POST /api/review/${uuid}`,
    (copy, { body, learned }) =>
      rules.decide(
        copy,
        uuid,
        decision,
        (body as { undo: string | null }).undo,
        learned as rules.Learned,
      ),
    {
      ...waitForKeys(state, uuid),
      body: {
        show: decision.show,
        close: decision.close,
        use_suggestion: decision.useSuggestion,
        pictures: decision.pictures,
      },
    },
  );

/** An original that is set aside is an image of its own from then on. */
function waitForKeys({ finds }: State, uuid: string): Partial<Call> {
  const find = finds.find((find) => find.uuid === uuid);
  return find?.images.some(({ late }) => late)
    ? { learn: learnImages(find.key), waits: true }
    : {};
}

/** With the link of a daily mail, which opens one find; now and then another one, or none. */
const decideByMail: MakeCall = (state, chance) => {
  const call = decide(state, chance);
  const inMail = choose(state.finds, chance.id % 4 === 0 ? chance.b : chance.a);
  if (!call || !inMail) return undefined;
  const isWrong = chance.id % 9 === 0;
  const isClosed = !call.path.endsWith(inMail.uuid);
  return {
    ...call,
    says: `with ${isWrong ? "a wrong key" : `the mail's key of find ${inMail.key}`}`,
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
  return (
    find &&
    of &&
    byAdmin(
      `POST /api/review/${find.uuid}`,
      (copy) => rules.undo(copy, find.uuid, of.token),
      { body: { undo: of.token } },
    )
  );
};

const chooseUuid = (finds: Find[], n: number) =>
  n % 31 === 30 ? uuidOf(0) : choose(finds, n)?.uuid;

/** How often each is made, and how. */
export const reviewCalls: [number, MakeCall][] = [
  [3, decide],
  [4, decideOnLate],
  [4, closeFind],
  [3, decideByMail],
  [3, undo],
];
