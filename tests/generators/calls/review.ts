import { byAdmin, choose, type Call, type MakeCall } from "./call.ts";
import { DECIDED, imagesOf, pick, rowOf, type Rows } from "./rows.ts";

type Find = Rows["finds"][0];

const hasUnseen = (rows: Rows, { rps_key }: Find) =>
  imagesOf(rows, rps_key).some(({ replaces }) => replaces !== null);

/** Whether nobody has decided on it yet, or on originals that came since. */
export const isWaiting = (rows: Rows, find: Find) =>
  find.show ? hasUnseen(rows, find) : !find.put_aside;

/** Every second is of a shown find whose original the admin hasn't seen, if there is one. */
const decide: MakeCall = (rows, { a, b, c }) => {
  const unseen = rows.finds.filter((find) => hasUnseen(rows, find));
  const find = choose(a % 2 && unseen.length > 0 ? unseen : rows.finds, a >> 1);
  if (!find) return undefined;
  const isLate = unseen.includes(find);
  const show = isLate || b % 3 === 1;
  const close = show ? b % 13 === 1 : c % 3 > 0;
  const use_suggestion = c % 2 === 0;
  const isWrong = (show && close) || (use_suggestion && !find.suggestion);
  const pictures = c % 3 ? "new" : "approved";
  const place = {
    ...(JSON.parse(find.suggestion ?? "{}") as Find),
    no_place: false,
  };
  return review(find, {
    body: { show, close, use_suggestion, pictures },
    changes: ({ closed }: Find) => ({
      ...{ show, put_aside: !show, closed: !show && (close || closed) },
      ...(use_suggestion &&
        pick(place, "latitude longitude precision no_place")),
    }),
    refusal: isWrong ? 400 : undefined,
    waits: isLate,
  });
};

const review = ({ uuid, rps_key: key }: Find, more: Partial<Call>) =>
  byAdmin(`POST /api/review/${uuid}`, {
    about: { kind: "finds", key },
    ...more,
  });

/** The newest first, because people undo what they have just done. It is refused once the find has changed otherwise. */
const undo: MakeCall = (rows, { a, undos }) => {
  const of = choose(undos.toReversed(), a % 3);
  const now = of && rowOf(rows, "finds", of.key);
  if (!now) return undefined;
  const decided = (some: Rows) => pick(rowOf(some, "finds", of.key)!, DECIDED);
  const isSame = (one: object, other: object) =>
    JSON.stringify(one) === JSON.stringify(other);
  const before = decided(of.before);
  const isUndone = isSame(pick(now, DECIDED), before);
  const isMeant = isUndone || isSame(pick(now, DECIDED), decided(of.after));
  // Nobody has decided on a picture that came since, or on a text that was corrected.
  const seen = ({ notes, images }: Rows) => [
    notes.find(({ rps_key }) => rps_key === of.key)?.noted,
    images.flatMap(({ rps_key, replaces, original_name }) =>
      rps_key === of.key &&
      !replaces &&
      Number.parseInt(original_name, 10) % 8 === 2
        ? original_name
        : [],
    ),
  ];
  const isSeen = isSame(seen(rows), seen(of.after));
  return review(now, {
    body: { undo: of.token },
    changes: () => before,
    refusal:
      !isMeant || (before.show && !now.show && !isSeen) ? 409 : undefined,
  });
};

/** How often each is made, and how. */
export const reviewCalls: [number, MakeCall][] = [
  [10, decide],
  [3, undo],
];
