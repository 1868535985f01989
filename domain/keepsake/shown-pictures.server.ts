import type { SecondConnection } from "#db/copy.server.ts";
import { isThere } from "../store/disk.server.ts";
import type { MediaFile } from "../store/parse-paths.ts";
import {
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
} from "../store/paths.ts";

/** The pictures that the site shows once their derivatives are made, whether or not they are. */

interface ShownPicture {
  of: "find" | "catalogue" | "photo";
  key: number;
  /** In words, for the family. Says nothing that isn't public. */
  label: string;
  isReady: boolean;
  /** Its large derivative. */
  place: string;
}

interface Row extends Pick<ShownPicture, "of" | "key" | "label"> {
  ready: 0 | 1;
  /** Folder of its files; for a photo, its album's name. */
  folder: string;
  name: string;
  uuid: string;
  rock_number: number;
}

/** A photo whose file is missing is hidden, and an original whose place a copy still has is shown later. */
const SHOWN = `
  SELECT 'find' AS of, rpi_key AS key, i.ready, p.folder, current_name AS name, p.uuid, p.rock_number,
         'rock ' || p.rock_number || ', ' || p.location || ', ' || substr(p.date, 1, 10) || ': picture '
                 || row_number() OVER (PARTITION BY rps_key ORDER BY rpi_key) AS label
    FROM rock_post_images i JOIN rock_posts p USING (rps_key) JOIN public_finds USING (rps_key)
   WHERE i.show = 1 AND i.replaces IS NULL
   UNION ALL
  SELECT 'catalogue', rc_key, ready, folder, '', '', rock_number, 'rock ' || rock_number || ': its own picture'
    FROM rocks
   UNION ALL
  SELECT 'photo', p_key, p.ready, a.name, p.name, '', 0, 'album ' || a.name || ': ' || p.original_file
    FROM photos p JOIN public_albums a USING (pa_key)
   WHERE p.show = 1 AND p.missing = 0`;

const places: { [O in ShownPicture["of"]]: (row: Row) => string } = {
  find: ({ folder, name }) => derivativeOfFind(folder, "webp", name),
  catalogue: ({ folder }) => derivativeOfRock(folder, "a"),
  photo: ({ folder, name }) => derivativeOfPhoto(folder, "webp", name),
};

/** By `idOf`. */
export function listShown(db: SecondConnection): Map<string, ShownPicture> {
  const rows = db.prepare<[], Row>(SHOWN).all();
  return new Map(
    rows.map((row) => {
      const { of, key, label, ready, uuid, name, folder, rock_number } = row;
      const id =
        of === "find"
          ? idOf({ of, uuid, image: name })
          : of === "photo"
            ? idOf({ of, album: folder, photo: name })
            : idOf({ of, rockNumber: rock_number });
      const place = places[of](row);
      return [id, { of, key, label, isReady: ready === 1, place }];
    }),
  );
}

type Named =
  | Pick<Extract<MediaFile, { of: "find" }>, "of" | "uuid" | "image">
  | Pick<Extract<MediaFile, { of: "catalogue" }>, "of" | "rockNumber">
  | Pick<Extract<MediaFile, { of: "photo" }>, "of" | "album" | "photo">;

export function idOf(picture: Named) {
  switch (picture.of) {
    case "find":
      return `find ${picture.uuid}/${picture.image}`;
    case "catalogue":
      return `catalogue ${picture.rockNumber}`;
    case "photo":
      return `photo ${picture.album}/${picture.photo}`;
  }
}

const IS_OPEN = "state IN ('queued', 'running')";

/** A job that has yet to say which pictures it makes. Once it has, its parts are open. */
const LISTING = `
  SELECT 1 FROM jobs
   WHERE kind IN ('create-images', 'sync-albums') AND (state = 'queued' OR state = 'running' AND lease_until IS NOT NULL)`;

const BEING_MADE = `
  SELECT (picture.value ->> 'of') || ' ' || (picture.value ->> 'key')
    FROM jobs, json_each(jobs.payload, '$.pictures') AS picture
   WHERE jobs.kind = 'derive' AND ${IS_OPEN}`;

/**
 * How many shown pictures are still being made, and a mark that changes whenever something is done or tried for them.
 * A picture that no job makes isn't counted.
 */
export function readBeingMade(db: SecondConnection) {
  const isListing = db.prepare(LISTING).get() !== undefined;
  const open = new Set(db.prepare<[], string>(BEING_MADE).pluck().all());
  if (!isListing && open.size === 0) return { count: 0, mark: "" };
  let count = 0;
  for (const { of, key, isReady, place } of listShown(db).values()) {
    const isMade = isReady && (!open.has(`${of} ${key}`) || isThere(place));
    if (!isMade && (isListing || open.has(`${of} ${key}`))) count++;
  }
  const mark = db
    .prepare<[], string>(
      `SELECT count(*) || ' ' || sum(done) || ' ' || sum(attempts + crashes) FROM jobs WHERE ${IS_OPEN}`,
    )
    .pluck()
    .get();
  return { count, mark: `${count} ${mark}` };
}
