import { msg } from "@lingui/core/macro";
import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import {
  changesBetween,
  recordHistory,
  type HistoryAuthor,
  type HistoryChanges,
} from "#domain/finds/history.server.ts";
import { requireFresh, type IsCurrent } from "#domain/lists/order.server.ts";
import { takeTry } from "#domain/limits/tries.server.ts";
import { startDueJobs } from "#domain/jobs/ledger.server.ts";
import type { AdminFind } from "../answers.ts";
import { refreshRocks } from "../../rocks/pins.server.ts";
import { splitCoordinates, type FindChange } from "../schemas.ts";
import { savePictures, type PictureChange } from "./change-images.server.ts";
import {
  changeableFields,
  requireFind,
  requireSeeable,
} from "./read-finds.server.ts";

/** Degrees; both are null for a find that is not on the map. */
type Place = Pick<AdminFind, "latitude" | "longitude">;

/** Saves a find. A finder's change that hides it makes it wait for the admin's decision again. */
export function changeFind(
  rpsKey: number,
  change: FindChange & {
    /** The language of the form in which the finder has changed the comment. */
    lang?: string;
    images?: PictureChange[];
  },
  isCurrent: IsCurrent<AdminFind>,
  by: HistoryAuthor = "admin",
): AdminFind {
  const place = readCoordinates(change);
  const { coordinates: _, latitude: _lat, longitude: _lon, ...given } = change;
  const { show, no_place, images, ...fields } = given;
  write((tx) => {
    const find = requireCurrent(rpsKey, isCurrent, by);
    if (by === "finder")
      takeTry("correction", new Map([[find.uuid, CORRECTIONS]]));
    if (show && !find.show) requireSeeable(rpsKey);
    const { latitude, longitude } = place ?? find;
    const { rock_number = find.rock_number } = fields;
    tx.update(rockPosts)
      .set({
        ...fields,
        latitude,
        longitude,
        no_place: latitude === null && (no_place ?? find.no_place),
        ...(show === undefined ? {} : decide(find, show)),
        ...(by === "finder" ? { put_aside: sql`${rockPosts.closed}` } : {}),
      })
      .where(eq(rockPosts.rps_key, rpsKey))
      .run();
    refreshRocks(tx, [find.rock_number, rock_number]);
    const inPictures = savePictures(tx, rpsKey, images ?? [], by);
    recordChange(tx, find, requireFind(rpsKey), inPictures, by);
  });
  if (images) startDueJobs();
  return requireFind(rpsKey);
}

function requireCurrent(
  rpsKey: number,
  isCurrent: IsCurrent<AdminFind>,
  by: HistoryAuthor = "admin",
) {
  const find = requireFind(rpsKey);
  const isFresh = isCurrent(find);
  // Finders are told in their own language.
  if (!isFresh && by === "finder")
    throw new DomainError(
      "conflict",
      msg`Somebody has changed this find meanwhile.`,
    );
  requireFresh(isFresh, "This post was");
  return find;
}

const CORRECTIONS = [{ count: 20, ms: 86_400_000 }];

/** Notes the changes of a save, and separately whether it has shown or hidden the find. */
function recordChange(
  tx: Tx,
  before: AdminFind,
  after: AdminFind,
  inPictures: HistoryChanges,
  by: HistoryAuthor,
) {
  const { rps_key } = after;
  const { show, ...changed } = changesBetween(before, after, changeableFields);
  const changes = { ...changed, ...inPictures };
  if (Object.keys(changes).length > 0)
    recordHistory(tx, { rps_key, by, what: "changed", changes });
  if (show)
    recordHistory(tx, { rps_key, by, what: after.show ? "shown" : "hidden" });
}

/** A find that is being hidden is decided on, so it no longer waits. One that is shown isn't closed any more. */
const decide = (find: AdminFind, show: boolean) =>
  show === find.show ? { show } : decided(show);
const decided = (show: boolean) =>
  show ? { show, put_aside: false, closed: false } : { show, put_aside: true };

/** Flips it if `show` is undefined. */
export function showFind(
  rpsKey: number,
  show: boolean | undefined,
  isCurrent: IsCurrent<AdminFind>,
): AdminFind {
  write((tx) => {
    const find = requireCurrent(rpsKey, isCurrent);
    const wanted = show ?? !find.show;
    if (wanted && !find.show) requireSeeable(rpsKey);
    const { changes } = tx
      .update(rockPosts)
      .set(decided(wanted))
      .where(
        and(
          eq(rockPosts.rps_key, rpsKey),
          or(ne(rockPosts.show, wanted), ne(rockPosts.put_aside, !wanted)),
        ),
      )
      .run();
    refreshRocks(tx, [find.rock_number]);
    if (changes > 0)
      recordHistory(tx, {
        rps_key: rpsKey,
        by: "admin",
        what: wanted ? "shown" : "hidden",
      });
  });
  return requireFind(rpsKey);
}

/** The two numbers if they are sent, else the text split at its comma. Undefined if neither is sent. */
function readCoordinates({
  latitude,
  longitude,
  coordinates,
}: FindChange): Place | undefined {
  const hasNumbers = latitude !== undefined || longitude !== undefined;
  if (!hasNumbers && coordinates === undefined) return undefined;
  const wanted = hasNumbers
    ? { latitude: latitude ?? null, longitude: longitude ?? null }
    : splitCoordinates(coordinates ?? "");
  if (!wanted) throw wrongField("coordinates", messages.coordinates);
  if ((wanted.latitude === null) !== (wanted.longitude === null))
    throw wrongField("coordinates", msg`Enter both latitude and longitude.`);
  if (
    Math.abs(wanted.latitude ?? 0) > 90 ||
    Math.abs(wanted.longitude ?? 0) > 180
  )
    throw wrongField(
      "coordinates",
      msg`Latitude must be between −90 and 90, and longitude between −180 and 180.`,
    );
  return wanted;
}
