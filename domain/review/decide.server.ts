import { eq } from "drizzle-orm";
import * as v from "valibot";
import type { Tx } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import {
  findNotFound,
  requireFind,
  requireSeeable,
} from "../finds/admin/read-finds.server.ts";
import type { IsCurrent } from "../lists/order.server.ts";
import { refreshRocks } from "../rocks/pins.server.ts";
import { changesBetween, recordHistory } from "../finds/history.server.ts";
import { writeAndRemove } from "../store/removals.server.ts";
import { isSigned, sign } from "../site/site-texts.server.ts";
import { pickAnswer } from "#core/answers.ts";
import { ReviewDecided } from "./answers.ts";
import {
  listReplacements,
  setReplacementsAside,
  takeReplacements,
} from "../finds/admin/replacements.server.ts";
import { isPutAside, isWaiting, reviewVersion } from "./read-review.server.ts";
import type { ReviewDecision } from "./schemas.ts";
import { requireKeyInScope, type ReviewScope } from "./scope.server.ts";

const State = v.strictObject({
  show: v.boolean(),
  put_aside: v.boolean(),
  closed: v.boolean(),
  no_place: v.boolean(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  precision: v.picklist([0, 1000, 10_000]),
});
type State = v.InferOutput<typeof State>;

const Undo = v.strictObject({
  rps_key: v.number(),
  before: State,
  after: State,
  /** Of the find, after the decision. */
  version: v.string(),
});
type Undo = v.InferOutput<typeof Undo>;

export async function decideFind(
  scope: ReviewScope,
  uuid: string,
  decision: ReviewDecision,
  isCurrent: IsCurrent<{ version: string }>,
): Promise<ReviewDecided> {
  const key = requireKeyInScope(scope, uuid);
  // It may replace pictures.
  const token = await writeAndRemove((tx) =>
    decision.undo === undefined
      ? decide(tx, key, decision, isCurrent, scope.by)
      : takeBack(tx, key, readUndo(decision.undo), scope.by),
  );
  return describe(key, token);
}

function decide(
  tx: Tx,
  key: number,
  { show = false, close, pictures, use_suggestion }: ReviewDecision,
  isCurrent: IsCurrent<{ version: string }>,
  by: ReviewScope["by"],
) {
  const find = requireFind(key);
  const before = getState(tx, key);
  if (!isCurrent({ version: reviewVersion(find, before.put_aside) }))
    throw new DomainError(
      "conflict",
      before.show || before.put_aside
        ? `Somebody has decided on this find meanwhile: it is ${before.show ? "shown" : "kept hidden"}.`
        : "This find was changed meanwhile.",
    );
  if (show && !before.show) requireSeeable(key);
  if (use_suggestion && !find.suggestion)
    throw wrongField(
      "use_suggestion",
      "The finder didn’t say where it was found.",
    );
  const after: State = {
    ...before,
    show,
    put_aside: !show,
    closed: !show && (close || before.closed),
    ...(use_suggestion && find.suggestion
      ? {
          no_place: false,
          latitude: find.suggestion.latitude,
          longitude: find.suggestion.longitude,
          precision: find.suggestion.precision,
        }
      : {}),
  };
  const hasNew = show && listReplacements(key).length > 0;
  if (hasNew && pictures === "new") takeReplacements(tx, key);
  else if (hasNew) setReplacementsAside(tx, key);
  setState(tx, key, after);
  recordHistory(tx, {
    rps_key: key,
    by,
    what: show ? "shown" : "hidden",
    changes: changesBetween(before, after, TOLD),
  });
  // A picture that has replaced another one can't be taken back.
  return hasNew
    ? null
    : writeUndo({
        ...{ rps_key: key, before, after },
        version: requireFind(key).version,
      });
}

/** Details that the history records beside the decision itself. */
const TOLD = ["closed", "latitude", "longitude", "precision"] as const;

/** The same undo may be sent again, because its answer may have been lost. */
function takeBack(
  tx: Tx,
  key: number,
  { rps_key, before, after, version }: Undo,
  by: ReviewScope["by"],
) {
  if (rps_key !== key) throw unreadable();
  const now = getState(tx, key);
  if (!isSame(now, after) && !isSame(now, before)) throw changedSince();
  if (isSame(now, before)) return null;
  const wouldShow = before.show && !now.show;
  if (wouldShow) requireSeeable(key);
  // Its finder may have corrected it since, or an original may have come that nobody has seen.
  if (wouldShow && requireFind(key).version !== version) throw changedSince();
  setState(tx, key, before);
  recordHistory(tx, {
    rps_key: key,
    by,
    what: "undone",
    changes: changesBetween(after, before, TOLD),
  });
  return null;
}

const changedSince = () =>
  new DomainError(
    "conflict",
    "Somebody has changed this find since, so this can’t be undone any more.",
  );

function getState(tx: Tx, key: number): State {
  const row = tx
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, key))
    .get();
  if (!row) throw findNotFound();
  return pickAnswer(State, row as State);
}

function setState(tx: Tx, key: number, state: State) {
  const { rock_number } = tx
    .update(rockPosts)
    .set(state)
    .where(eq(rockPosts.rps_key, key))
    .returning()
    .get();
  refreshRocks(tx, [rock_number]);
}

const isSame = (one: State, other: State) =>
  (Object.keys(State.entries) as (keyof State)[]).every(
    (name) => one[name] === other[name],
  );

function describe(key: number, undo: string | null): ReviewDecided {
  const find = requireFind(key);
  const putAside = isPutAside(key);
  return pickAnswer(ReviewDecided, {
    ...find,
    waiting: isWaiting(find, putAside),
    undo,
    version: reviewVersion(find, putAside),
  });
}

/** Signed, because the holder of a mail's key may only put a find back to its earlier state. */
function writeUndo(undo: Undo) {
  const text = Buffer.from(JSON.stringify(undo)).toString("base64url");
  return `${text}.${sign("review", text)}`;
}

function readUndo(token: string): Undo {
  const [text = "", signature = ""] = token.split(".");
  if (!isSigned("review", text, signature)) throw unreadable();
  return v.parse(
    Undo,
    JSON.parse(Buffer.from(text, "base64url").toString("utf8")),
  );
}

const unreadable = () =>
  wrongField("undo", "That does not undo a decision on this find.");
