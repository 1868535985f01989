import * as v from "valibot";
import { count, time } from "#core/answers.ts";

const Value = v.union([v.string(), v.number(), v.boolean(), v.null()]);

export const HistoryEntry = v.strictObject({
  history_key: v.pipe(
    count,
    v.description("The later, the larger. 0: that it was sent."),
  ),
  at: time,
  by: v.pipe(
    v.picklist(["admin", "review", "finder"]),
    v.description("`review`: with the link of a daily mail."),
  ),
  what: v.picklist([
    "sent",
    "changed",
    "shown",
    "hidden",
    "undone",
    "image-added",
    "image-shown",
    "image-hidden",
    "image-deleted",
    "image-restored",
    "original-arrived",
    "deleted",
    "restored",
  ]),
  changes: v.pipe(
    v.record(v.string(), v.strictTuple([Value, Value])),
    v.description("For each field: what it was, and what it is now."),
  ),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;
