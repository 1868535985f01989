import * as v from "valibot";
import { Blur } from "#core/blurs.ts";
import { refusalReasons } from "../images/refusals.server.ts";

/**
 * Checks an upload: makes its small derivative, if it can be shown. Not a job of the ledger, because the sender waits
 * for the answer.
 */
export const pictureCheck = {
  name: "check-picture",
  // On a busy machine, an ordinary photograph takes many times its second.
  timeLimit: 60_000,
  data: v.object({
    file: v.string(),
    /** Whether its first bytes are enough, because a smaller copy of it was checked. */
    hasCopy: v.boolean(),
    /** Its hidden areas. */
    blurs: v.optional(v.array(Blur)),
  }),
  result: v.union([
    v.object({ refused: v.picklist(refusalReasons) }),
    v.object({
      /** Without a dot. */
      extension: v.string(),
      /** Hex. */
      sha256: v.string(),
      /** The small derivative, in base64; absent if it has a copy. */
      sm: v.optional(v.string()),
    }),
  ]),
} as const;
export interface CheckTask {
  name: typeof pictureCheck.name;
  data: v.InferOutput<typeof pictureCheck.data>;
}
export type CheckedPicture = v.InferOutput<typeof pictureCheck.result>;
