import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { writeIfPossible } from "#db/write.server.ts";
import { type JobData, type ShareCard, catalogue } from "../jobs/catalogue.ts";
import { readRoute, findRock } from "../finds/journeys.server.ts";
import {
  isAsked,
  listOpen,
  recordJob,
  startDueJobs,
  type JobKind,
} from "../jobs/ledger.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import {
  siteLanguage,
  spokenLanguages,
} from "#core/languages/languages.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { log } from "#core/log.server.ts";
import { getFile } from "../store/disk.server.ts";
import {
  derivativeOfFind,
  derivativeOfRock,
  shareFolder,
} from "../store/paths.ts";
import { removeOthers } from "../store/write.server.ts";
import { getRockPicture } from "../rocks/rock-pictures.server.ts";
import { siteNames } from "../site/site-texts.server.ts";
import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { MILES_PER_KM } from "#core/languages/distance.ts";

/** A rock's share picture in a language is drawn when it is first asked for. Its name is a version of everything it shows. */

/** Increase it when pictures are drawn in another way, so that every one is drawn again. */
const DRAWING = 3;
/** Jobs that may wait at a time. A picture beyond that is asked for again at the next visit. */
const OPEN_MAX = 20;

interface Share extends JobData<"draw-share"> {
  rock_number: number;
  version: string;
}

/** Current content of a rock's share picture in a language; undefined without a shown find, and for rock 0. */
export function describeShare(
  rockNumber: number,
  language = siteLanguage(),
): Share | undefined {
  const rock = findRock(rockNumber);
  if (!rock || rock.trips === 0) return undefined;
  const route = readRoute(rock);
  const card: ShareCard = {
    site_name: siteNames(language).site_name,
    site_language: siteLanguage(),
    language,
    ...sayTravels(speak(language), {
      rock_number: rockNumber,
      trips: rock.trips,
      distance_km: route.distance_km,
      countries: route.countries.length,
    }),
    stops: route.stops.map(({ latitude, longitude }) => ({
      latitude,
      longitude,
    })),
    isWay: true,
  };
  const photo = findNewestPhoto(rockNumber);
  const version = hashOf(
    JSON.stringify([
      DRAWING,
      card,
      photo?.uuid,
      photo?.current_name,
      photo?.blurs,
      rock.pin,
    ]),
  ).slice(0, 16);
  return {
    card,
    rock_number: rockNumber,
    photo: photo && derivativeOfFind(photo.folder, "webp", photo.current_name),
    pin:
      rock.pin === null
        ? undefined
        : derivativeOfRock(getRockPicture(rockNumber)!.folder, "pin"),
    output: `${shareFolder(rockNumber)}/${version}.jpg`,
    version,
  };
}

export const findNewestPhoto = (rockNumber: number) =>
  getDb().get<
    | { uuid: string; folder: string; current_name: string; blurs: string }
    | undefined
  >(sql`
    SELECT uuid, folder, current_name, blurs
      FROM public_images WHERE rock_number = ${rockNumber}
     ORDER BY date DESC, create_dt DESC, rps_key DESC, rpi_key LIMIT 1`);

/** Starts the job that draws a share picture unless it is drawn. Returns whether it is. */
export async function drawIfMissing(share: Share) {
  try {
    if (await getFile(share.output)) return true;
    for (const part of [share.photo, share.pin])
      // After a restore it is still being made. The next visit asks again.
      if (part !== undefined && !(await getFile(part))) return false;
    askFor(share);
  } catch (error) {
    log.warn("a share picture could not be asked for", { error });
  }
  return false;
}

function askFor({ rock_number, version, card: { language } }: Share) {
  const payload = { rock_number, version, language };
  const waiting = listOpen(getDb(), "draw-share").length;
  if (waiting >= OPEN_MAX || isAsked("draw-share", payload)) return;
  writeIfPossible((tx) => recordJob(tx, "draw-share", payload));
  startDueJobs();
}

function removeOldShares(rockNumber: number) {
  const current = spokenLanguages().flatMap(
    (language) => describeShare(rockNumber, language)?.output ?? [],
  );
  return removeOthers(shareFolder(rockNumber), current);
}

export const drawShare: JobKind<"draw-share"> = {
  ...catalogue["draw-share"],
  getData: ({ payload: { rock_number, language } }) =>
    describeShare(rock_number, language),
  settle: ({ payload }, result) => ({
    afterwards: async () =>
      result && (await removeOldShares(payload.rock_number)),
  }),
};

/** Words of a share picture in a language: the rock, how far it has come, and more about it. */
export function sayTravels(
  i18n: I18n,
  {
    rock_number,
    trips,
    distance_km,
    countries,
  }: Record<"rock_number" | "trips" | "distance_km" | "countries", number>,
) {
  const number = String(rock_number);
  const rock = t(i18n)`Rock ${number}`;
  const stops =
    countries > 1
      ? t(
          i18n,
        )`${plural(trips, { one: "# stop", other: "# stops" })} in ${plural(countries, { one: "# country", other: "# countries" })}`
      : t(i18n)`${plural(trips, { one: "# stop", other: "# stops" })}`;
  if (distance_km === 0) return { rock, main: stops, more: "" };
  const distance = i18n.number(distance_km);
  const miles = Math.round(distance_km * MILES_PER_KM);
  const inMiles = t(
    i18n,
  )`${plural(miles, { one: "# mile", other: "# miles" })}`;
  return {
    rock,
    main: t(i18n)`${distance} km travelled`,
    more: `${inMiles} · ${stops}`,
  };
}
