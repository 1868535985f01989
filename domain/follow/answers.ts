import * as v from "valibot";
import { count } from "#core/answers.ts";
import { rockNumber } from "../rocks/answers.ts";

/** The answer to a mail's key. It never contains the address. */
export const Follow = v.strictObject({
  rock_number: rockNumber,
  state: v.picklist(["unconfirmed", "confirmed"]),
  /** The other rocks that the same address follows. */
  others: v.array(rockNumber),
});
export type Follow = v.InferOutput<typeof Follow>;

export const Confirmed = v.strictObject({ rock_number: rockNumber });

export interface StopPage {
  page: string;
}

export const FollowCounts = v.strictObject({
  /** Addresses that follow a rock, and rocks that somebody follows. */
  addresses: count,
  rocks: count,
  /** Addresses that were asked to confirm and have not yet. */
  unconfirmed: count,
  /** Mails about rocks that were sent, and those that are due. */
  sent: count,
  waiting: count,
  /** Addresses that the mail server has refused for good. */
  bounced: count,
  /** Rocks that the catalogue doesn't have, by how many follow them; 100 at most. */
  uncatalogued: v.array(
    v.strictObject({ rock_number: rockNumber, followers: count }),
  ),
});
export type FollowCounts = v.InferOutput<typeof FollowCounts>;

export const Removed = v.strictObject({
  /** Number of rocks that the address followed. */
  removed: count,
});
