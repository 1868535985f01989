import * as v from "valibot";
import { key, time } from "#core/answers.ts";
import { trashKinds } from "./schemas.ts";

export const Trashed = v.strictObject({
  trash_key: key,
  kind: v.picklist(trashKinds),
  /** A name that a person recognises. */
  label: v.string(),
  /** Things that come back along with it, in words. */
  detail: v.string(),
  /** The address of a small picture; null without one. */
  picture: v.nullable(v.string()),
  deleted_dt: time,
  /** The time at which it is gone for good. */
  expires_dt: time,
});
export type Trashed = v.InferOutput<typeof Trashed>;

export const Restored = v.strictObject({
  kind: v.picklist(trashKinds),
  key,
});
export type Restored = v.InferOutput<typeof Restored>;
