import type { Spot } from "#core/precision.ts";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { distanceKm } from "#core/great-circle.ts";
import type { Blur } from "#core/blurs.ts";
import { versionOf } from "#core/hash.server.ts";
import { changeBlurs } from "../finds/admin/change-images.server.ts";
import {
  getFind,
  keysOfWaiting,
  readImages,
  requireFind,
} from "../finds/admin/read-finds.server.ts";
import { listReplacements } from "../finds/admin/replacements.server.ts";
import type { AdminFind } from "../finds/answers.ts";
import { requireFresh, type IsCurrent } from "../lists/order.server.ts";
import { readPage, type PageRequest } from "../lists/paging.server.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";
import { listRocks } from "../rocks/rocks.server.ts";
import { pickAnswer } from "#core/answers.ts";
import { LastStop, ReviewFind } from "./answers.ts";
import { listCards } from "../finds/journeys.server.ts";
import { daysBetween, listWarnings } from "./warnings.server.ts";
import {
  getKeyInScope,
  inScope,
  requireKeyInScope,
  type ReviewScope,
} from "./scope.server.ts";

/** The finds that nobody has decided on yet, oldest first; `total` counts all of them. */
export async function readReview(
  scope: ReviewScope,
  request: PageRequest = {},
) {
  const from = sql`rock_posts p JOIN (${keysOfWaiting}) w USING (rps_key)`;
  const where = inScope(scope);
  const keys = [sql`p.create_dt`, sql`p.rps_key`];
  const { items, next } = readPage(
    { select: sql`p.rps_key`, from, where, keys },
    request,
    (row: { rps_key: number }) => row.rps_key,
  );
  const { total } = getDb().get<{ total: number }>(
    sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`,
  );
  const finds: ReviewFind[] = [];
  for (const rps_key of items) {
    // Describing a find takes some milliseconds. Other requests are answered in between.
    await setImmediate();
    const find = getFind(rps_key);
    if (find) finds.push(await describeFind(scope, find));
  }
  return { finds, total, next };
}

/** A find of this review, whether or not it waits; undefined if it has none of this uuid. */
export async function readReviewFind(scope: ReviewScope, uuid: string) {
  const key = getKeyInScope(scope, uuid);
  return key === undefined ? undefined : describeFind(scope, requireFind(key));
}

/** @throws if it has none of this uuid */
export const requireReviewFind = (scope: ReviewScope, uuid: string) =>
  describeFind(scope, requireFind(requireKeyInScope(scope, uuid)));

export async function hideParts(
  scope: ReviewScope,
  uuid: string,
  name: string,
  blurs: Blur[],
  isCurrent: IsCurrent<{ version: string }>,
) {
  const key = requireKeyInScope(scope, uuid);
  changeBlurs(key, name, blurs, scope.by, () => {
    const version = reviewVersion(requireFind(key), isPutAside(key));
    requireFresh(isCurrent({ version }), "This find was");
  });
  return describeFind(scope, requireFind(key));
}

/** Whether nobody has decided on a find yet, or on originals of its pictures that came after the decision. */
export const isWaiting = ({ rps_key, show }: AdminFind, putAside: boolean) =>
  show ? listReplacements(rps_key).length > 0 : !putAside;

/** Changes with the find, the decision on it and its pictures, because a decision counts only for the find as it was seen. */
export const reviewVersion = (find: AdminFind, putAside: boolean) =>
  versionOf([
    find.version,
    putAside,
    listReplacements(find.rps_key).map(({ image }) => image.rpi_key),
  ]);

export const isPutAside = (rpsKey: number) =>
  getDb().get<{ put_aside: number }>(
    sql`SELECT put_aside FROM rock_posts WHERE rps_key = ${rpsKey}`,
  ).put_aside === 1;

async function describeFind(
  scope: ReviewScope,
  find: AdminFind,
): Promise<ReviewFind> {
  const { rps_key, rock_number } = find;
  const putAside = isPutAside(rps_key);
  const date = find.date.slice(0, 10);
  const spot = placeOfFind(find);
  const journeys = readJourneys(find);
  const last = journeys.last;
  return pickAnswer(ReviewFind, {
    ...find,
    date,
    email: scope.by === "admin" ? find.email : undefined,
    waiting: isWaiting(find, putAside),
    images: listImages(rps_key),
    place: pickAnswer(ReviewFind.entries.place, find),
    rock: getRock(rock_number),
    journeys: journeys.count,
    first_found: journeys.first,
    last_stop:
      last &&
      pickAnswer(LastStop, {
        ...last,
        imagedescription:
          last.imagename === null ? null : last.imagedescription,
        distance_km:
          spot && hasPlace(last) ? Math.round(distanceKm(last, spot)) : null,
        days: daysBetween(last.date, date),
      }),
    warnings: await listWarnings(scope, find, spot),
    version: reviewVersion(find, putAside),
  });
}

/** The place of a find: on the map, or else the one its finder gave; undefined if there is neither, or it has no place. */
function placeOfFind(find: AdminFind): Spot | undefined {
  if (hasPlace(find)) return find;
  return find.no_place ? undefined : (find.suggestion ?? undefined);
}

const hasPlace = <
  T extends { latitude: number | null; longitude: number | null },
>(
  thing: T,
): thing is T & Spot => thing.latitude !== null && thing.longitude !== null;

function listImages(rpsKey: number) {
  const images = readImages(rpsKey);
  return images
    .filter(({ replaces }) => replaces === null)
    .map((image): ReviewFind["images"][number] => {
      const original = images.find(
        ({ replaces, ready }) => replaces === image.rpi_key && ready,
      );
      return pickAnswer(ReviewFind.entries.images.item, {
        ...image,
        original: original
          ? {
              name: original.name,
              width: original.width,
              height: original.height,
            }
          : null,
      });
    });
}

function getRock(rock_number: number): ReviewFind["rock"] {
  const [rock] = listRocks({ rock_number }).items;
  return rock
    ? {
        comment: rock.comment,
        artists: rock.artists.map(({ display_name }) => display_name),
        picture: rock.ready ? rock.version : null,
        pin: pinVersion(getRockPicture(rock_number)),
      }
    : null;
}

/** A rock's other finds: how many are shown, since when, and the newest. Rock 0 is many rocks. */
function readJourneys({ rock_number, rps_key }: AdminFind) {
  if (rock_number === 0) return { count: 0, first: null, last: null };
  const others = sql`WHERE rock_number = ${rock_number} AND rps_key <> ${rps_key}`;
  const { count, first } = getDb().get<{ count: number; first: string | null }>(
    sql`SELECT count(*) AS count, min(substr(date, 1, 10)) AS first FROM public_finds ${others}`,
  );
  const [last] = listCards(
    sql`${others} ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC LIMIT 1`,
  );
  return { count, first, last: last ?? null };
}
