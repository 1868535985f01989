import {
  byKey,
  decidedOf,
  isSame,
  live,
  partsOf,
  type Find,
  type State,
} from "../state.ts";
import {
  byAdmin,
  byOtherAdmin,
  choose,
  type Answered,
  type MakeCall,
} from "./call.ts";
import { learnImages, setAside, takePlace, uuidOf } from "./finds.ts";

/** Calls of the review. */

interface Decision {
  show: boolean;
  close: boolean;
  use_suggestion: boolean;
  pictures: "new" | "approved";
}

/** A find that is shown can't be closed. */
const isDecision = ({ show, close }: Decision) => !(show && close);

const lateOf = ({ images }: State, find: Find) =>
  partsOf(images, find).filter(({ late }) => late);

/** Whether nobody has decided on it yet, or on originals that came since. */
export const isWaiting = (state: State, find: Find) =>
  find.show ? lateOf(state, find).length > 0 : !find.putAside;

/** Every second is of a shown find whose original the admin hasn't seen, if there is one. */
const decide: MakeCall = (state, { a, b, c }) => {
  const finds = live(state, "finds");
  const late = finds.filter((find) => lateOf(state, find).length > 0);
  const isOfLate = a % 2 === 1 && late.length > 0;
  const find = choose(isOfLate ? late : finds, a >> 1);
  if (!find) return undefined;
  const uuid = a % 31 === 30 ? uuidOf(0) : find.uuid;
  const show = isOfLate || b % 3 === 1;
  const decision: Decision = {
    show,
    close: show ? b % 13 === 1 : c % 3 > 0,
    use_suggestion: c % 2 === 0,
    pictures: c % 3 ? "new" : "approved",
  };
  return (b % 2 ? byAdmin : byOtherAdmin)(
    `POST /api/review/${uuid}`,
    (copy, { body, learned }) => {
      if (!isDecision(decision)) return 400;
      const of = live(copy, "finds").find((find) => find.uuid === uuid);
      if (!of) return 404;
      const { undo } = body as { undo: string | null };
      return decideOn(copy, of, decision, undo, learned);
    },
    {
      body: decision,
      // An original that is set aside is an image of its own from then on.
      ...(late.includes(find) && { learn: learnImages(find.key), waits: true }),
    },
  );
};

function decideOn(
  state: State,
  find: Find,
  { show, close, use_suggestion, pictures }: Decision,
  token: string | null,
  learned: unknown,
): Answered {
  if (use_suggestion && !find.suggestion) return 400;
  const before = decidedOf(find);
  const closed = !show && (close || find.closed);
  Object.assign(find, { show, putAside: !show, closed });
  if (use_suggestion) {
    const { latitude, longitude, precision } = find.suggestion!;
    const place = { latitude, longitude, precision, no_place: false };
    Object.assign(find, place);
  }
  const late = show ? lateOf(state, find) : [];
  for (const image of late)
    if (pictures === "new") takePlace(image, image.late!.picture);
    else setAside(state, image, learned);
  // What has taken another picture's place can't be taken back.
  if (late.length > 0) return decision(state, find, { undo: null });
  if (token !== null)
    state.undos.push({
      token,
      find: find.key,
      before,
      after: decidedOf(find),
      pictures: partsOf(state.images, find).map(({ picture }) => picture),
      corrections: find.corrections,
    });
  return decision(state, find);
}

const decision = (state: State, find: Find, more: object = {}): Answered => ({
  status: 200,
  body: { ...more, show: find.show, waiting: isWaiting(state, find) },
});

/** The same undo may be sent again. It is refused once the find has changed otherwise. */
const undo: MakeCall = (state, { a }) => {
  // The newest first, because people undo what they have just done.
  const of = choose([...state.undos].reverse(), a % 3);
  const find = of && byKey(live(state, "finds"), of.find);
  return (
    find &&
    byAdmin(
      `POST /api/review/${find.uuid}`,
      (copy) => {
        const it = byKey(live(copy, "finds"), find.key);
        if (!it) return 404;
        const { before, after, pictures, corrections } = of;
        const now = decidedOf(it);
        if (!isSame(now, before) && !isSame(now, after)) return 409;
        // Nobody has decided on a picture that came since, or on a text that was corrected.
        const isNew = partsOf(copy.images, it).some(
          ({ isReplaced, picture }) =>
            isReplaced && !pictures.includes(picture),
        );
        const isSeen = !isNew && it.corrections === corrections;
        if (before.show && !it.show && !isSeen) return 409;
        Object.assign(it, before);
        return decision(copy, it);
      },
      { body: { undo: of.token } },
    )
  );
};

/** How often each is made, and how. */
export const reviewCalls: [number, MakeCall][] = [
  [10, decide],
  [3, undo],
];
