import { createHash, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { DomainError } from "./errors.ts";
import {
  changeJourneyPost,
  deleteJourneyPost,
  requireJourneyPost,
} from "./journey-admin.server.ts";
import type { FindCorrection, OwnFind } from "./schemas.ts";
import { getSettings } from "./settings.server.ts";

/** What a finder may see and do of the one find whose key they hold. */

export const hashFindKey = (key: string) =>
  createHash("sha256").update(key).digest("hex");

/** @throws {DomainError} not_found where there is no such find, or the key is not its */
function requireOwn(uuid: string, key: string) {
  const row = getDb()
    .select({ rps_key: rockPosts.rps_key, hash: rockPosts.find_key_hash })
    .from(rockPosts)
    .where(eq(rockPosts.uuid, uuid))
    .get();
  const isRight =
    row?.hash &&
    timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashFindKey(key)));
  if (!isRight)
    throw new DomainError(
      "not_found",
      "This address opens no find. It may have been deleted, or the address is not whole.",
    );
  return requireJourneyPost(row.rps_key);
}

/** @throws {DomainError} not_found */
export function readOwnFind(uuid: string, key: string): OwnFind {
  const post = requireOwn(uuid, key);
  return {
    rock_number: post.rock_number,
    location: post.location,
    date: post.date.slice(0, 10),
    comment: post.comment,
    name: post.name,
    email: post.email,
    show: post.show,
    total_images: post.total_images,
  };
}

/**
 * Corrects a find. One that is shown is hidden until it is approved again, but where finds need no approval.
 * @throws {DomainError} not_found
 */
export async function correctOwnFind(
  uuid: string,
  key: string,
  change: FindCorrection,
): Promise<OwnFind> {
  const post = requireOwn(uuid, key);
  const isOfSameDay = change.date === post.date.slice(0, 10);
  await changeJourneyPost(
    post.rps_key,
    {
      rock_number: change.rockNumber,
      location: change.location,
      date: isOfSameDay ? post.date : `${change.date}T00:00:00Z`,
      comment: change.comment,
      name: change.name,
      email: change.email,
      show: getSettings().MODERATION === "off" && post.show,
      latitude: post.latitude,
      longitude: post.longitude,
    },
    () => true,
  );
  return readOwnFind(uuid, key);
}

/** Deletes a find whole, files and all. @throws {DomainError} not_found */
export const deleteOwnFind = async (uuid: string, key: string) =>
  deleteJourneyPost(requireOwn(uuid, key).rps_key);
