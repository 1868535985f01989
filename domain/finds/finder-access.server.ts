import { msg } from "@lingui/core/macro";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { hashOf, versionOf } from "#core/hash.server.ts";
import { changeFind } from "./admin/change-find.server.ts";
import {
  requireFewEnough,
  type PictureChange,
  type PictureLists,
} from "./admin/change-images.server.ts";
import {
  deleteFind,
  findKinds,
  getTrashedFind,
} from "./trashed-finds.server.ts";
import { readOwnImages, requireFind } from "./admin/read-finds.server.ts";
import { pickAnswer } from "#core/answers.ts";
import type { IsCurrent } from "../lists/order.server.ts";
import {
  FinderFind,
  FinderImage,
  type AdminFind,
  type FindState,
} from "./answers.ts";
import { findTexts, type FinderChange, type StatesRequest } from "./schemas.ts";
import { deleteForGood } from "../store/discard.server.ts";
import { getSettings } from "#core/settings.server.ts";

export const newFindKey = () => randomBytes(16).toString("hex");

const isRightKey = (hash: string | null, key: string) =>
  hash !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(key)));

/** Undefined when there is no such find, or the key belongs to another. */
function getOwn(uuid: string, key: string) {
  const row = getDb()
    .select({ rps_key: rockPosts.rps_key, hash: rockPosts.find_key_hash })
    .from(rockPosts)
    .where(eq(rockPosts.uuid, uuid))
    .get();
  return row && isRightKey(row.hash, key)
    ? requireFind(row.rps_key)
    : undefined;
}

export const isOwn = (uuid: string, key: string) =>
  getOwn(uuid, key) !== undefined;

export function requireOwn(uuid: string, key: string) {
  const find = getOwn(uuid, key);
  if (!find)
    throw new DomainError(
      "not_found",
      msg`We can't find anything at this address. The find may have been deleted, or a part of the address is missing.`,
    );
  return find;
}

/** The `rps_key` of a find, also of one in the trash. */
export function requireOwnKey(uuid: string, key: string) {
  const trashed = getTrashedFind(uuid);
  return trashed && isRightKey(trashed.find_key_hash, key)
    ? trashed.rps_key
    : requireOwn(uuid, key).rps_key;
}

/** The states of those finds that still exist and whose keys are right, in the order they were asked for. */
export function listFindStates({ finds }: StatesRequest): FindState[] {
  return finds.flatMap(({ uuid, find_key }) => {
    const find = getOwn(uuid, find_key);
    if (!find) return [];
    const { rock_number, date, show } = find;
    return [{ uuid, rock_number, date: date.slice(0, 10), show }];
  });
}

export const getFindOfFinder = (uuid: string, key: string): FinderFind =>
  asSeenByFinder(requireOwn(uuid, key));

function asSeenByFinder(whole: AdminFind): FinderFind {
  const find = { ...whole, date: whole.date.slice(0, 10) };
  const images = readOwnImages(find.rps_key);
  return pickAnswer(FinderFind, {
    ...find,
    images: images.map((image) => pickAnswer(FinderImage, image)),
    // All that a correction may change. That a picture is made meanwhile, or the find shown, makes none stale.
    version: versionOf([
      ...Object.keys(findTexts).map((name) => find[name as TextName]),
      ...[find.rock_number, find.date],
      images.map(({ name, description, blurs }) => [name, description, blurs]),
    ]),
  });
}
type TextName = keyof typeof findTexts;

/** Says by name what a form says of each picture in their order. @throws {DomainError} bad_input if it says more */
export function namePictures(
  { images }: FinderFind,
  lists: PictureLists,
): PictureChange[] {
  requireFewEnough(lists, images.length);
  return images.map(({ name }, index) => ({
    name,
    description: lists.descriptions?.[index],
    blurs: lists.blurs?.[index],
  }));
}

/**
 * Hides a shown find until the admin approves it again, unless finds need no approval.
 * @param isCurrent of the version that the finder has seen
 * @param lang of the form
 */
export async function correctFind(
  uuid: string,
  key: string,
  { date, ...change }: FinderChange,
  isCurrent: IsCurrent<FinderFind>,
  lang: string,
): Promise<FinderFind> {
  const find = requireOwn(uuid, key);
  const { comment = find.comment } = change;
  const isOtherDay = date !== undefined && !find.date.startsWith(date);
  changeFind(
    find.rps_key,
    {
      ...change,
      lang: comment === find.comment ? undefined : lang,
      // The time of a find stays as it was unless its day is changed.
      date: isOtherDay ? `${date}T00:00:00Z` : undefined,
      // The admin may hide it while this waits for its turn.
      show: getSettings().MODERATION === "off" ? undefined : false,
    },
    (now) => isCurrent(asSeenByFinder(now)),
    "finder",
  );
  return getFindOfFinder(uuid, key);
}

/** For good, with its images in the trash. It may be there itself. */
export async function deleteFindOfFinder(uuid: string, key: string) {
  const trashKey = getOwnInTrash(uuid, key);
  if (trashKey === undefined)
    await deleteFind(requireOwn(uuid, key).rps_key, { forGood: true });
  else await deleteForGood(findKinds, trashKey);
}

/** The key in the trash of a find that the admin has deleted; undefined if it isn't there. */
export function getOwnInTrash(uuid: string, key: string) {
  const row = getTrashedFind(uuid);
  return row && isRightKey(row.find_key_hash, key) ? row.trash_key : undefined;
}
