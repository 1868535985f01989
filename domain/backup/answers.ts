import * as v from "valibot";

export const Backup = v.object({
  name: v.string(),
  /** When it was begun. */
  create_dt: v.string(),
  /** Of all its files, also of those that it shares with others. */
  bytes: v.number(),
  /** Whether it has every original as it was uploaded. */
  complete: v.boolean(),
  /** When a part of it was last read again; null before the first night. */
  checked_dt: v.nullable(v.string()),
  /** Files that were damaged when it was made, or have changed since and have no sound copy. */
  damaged: v.array(v.string()),
});
export type Backup = v.InferOutput<typeof Backup>;
