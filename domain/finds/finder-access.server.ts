import { createHash, timingSafeEqual } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { changeFind, deleteFind, requireFind } from "./admin-finds.server.ts";
import type { FindState, OwnFind, OwnImage } from "./answers.ts";
import type { FindCorrection, StatesRequest } from "./schemas.ts";
import { getSettings } from "../core/settings.server.ts";

/** What a finder may see and do of the one find whose key they hold. */

export const hashFindKey = (key: string) =>
  createHash("sha256").update(key).digest("hex");

/** Undefined when there is no such find, or the key belongs to another. */
function getOwn(uuid: string, key: string) {
  const row = getDb()
    .select({ rps_key: rockPosts.rps_key, hash: rockPosts.find_key_hash })
    .from(rockPosts)
    .where(eq(rockPosts.uuid, uuid))
    .get();
  const isRight =
    row?.hash &&
    timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashFindKey(key)));
  return isRight ? requireFind(row.rps_key) : undefined;
}

/** @throws {DomainError} not_found */
function requireOwn(uuid: string, key: string) {
  const post = getOwn(uuid, key);
  if (!post)
    throw new DomainError(
      "not_found",
      "We can't find anything at this address. The find may have been deleted, or a part of the address is missing.",
    );
  return post;
}

/** The states of those finds that still exist and whose keys are right, in the order they were asked for. */
export function listFindStates({ finds }: StatesRequest): FindState[] {
  return finds.flatMap(({ uuid, find_key }) => {
    const post = getOwn(uuid, find_key);
    if (!post) return [];
    const { rock_number, date, show } = post;
    return [{ uuid, rock_number, date: date.slice(0, 10), show }];
  });
}

const listOwnImages = (rpsKey: number): OwnImage[] =>
  getDb()
    .select({
      name: rockPostImages.current_name,
      ready: rockPostImages.ready,
      error: rockPostImages.error,
    })
    .from(rockPostImages)
    .where(eq(rockPostImages.rps_key, rpsKey))
    .orderBy(asc(rockPostImages.rpi_key))
    .all();

/** @throws {DomainError} not_found */
export function getFindOfFinder(uuid: string, key: string): OwnFind {
  const post = requireOwn(uuid, key);
  return {
    rock_number: post.rock_number,
    location: post.location,
    date: post.date.slice(0, 10),
    comment: post.comment,
    name: post.name,
    email: post.email,
    show: post.show,
    images: listOwnImages(post.rps_key),
  };
}

/**
 * Corrects a find. One that is shown is hidden until it is approved again, but where finds need no approval.
 * @throws {DomainError} not_found
 */
export async function correctFind(
  uuid: string,
  key: string,
  change: FindCorrection,
): Promise<OwnFind> {
  const post = requireOwn(uuid, key);
  const isOfSameDay = change.date === post.date.slice(0, 10);
  await changeFind(
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
    "finder",
  );
  return getFindOfFinder(uuid, key);
}

/** Deletes a find whole, files and all. @throws {DomainError} not_found */
export const deleteFindOfFinder = async (uuid: string, key: string) =>
  deleteFind(requireOwn(uuid, key).rps_key);
