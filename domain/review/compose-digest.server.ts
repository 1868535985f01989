import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { derivativeOfFind } from "#domain/store/paths.ts";
import { attachPictures, makeMailPictures } from "../mail/pictures.server.ts";
import type { Mail } from "../mail/send-mail.server.ts";
import { writeDigest, type DigestFind } from "./write-digest.ts";

/** Finds that a mail shows. It counts the others. */
const SHOWN_MAX = 20;
/** Pixels of a picture. A mail shows it half as wide, so that it is sharp on a phone. */
const SIZE = { width: 224, height: 224 };

interface DigestRow extends DigestFind {
  uuid: string;
  /** Folder of its files. */
  folder: string;
  /** The first image that has derivatives; null while there is none. */
  image: string | null;
  /** Description of that image; blank if there is none, null without an image. */
  description: string | null;
}

export interface DigestParts {
  /** All finds that are waiting, by `rps_key`. */
  finds: number[];
  /** Of the link. */
  key: string;
  expires: Date;
  /** HH:MM, when the mails come. */
  at: string;
}

export async function composeDigest({
  finds: keys,
  key,
  expires,
  at,
}: DigestParts): Promise<Mail> {
  const { PUBLIC_URL } = getSettings();
  const rows = listFirst(keys);
  const pictured = rows.flatMap(({ folder, uuid, image }) =>
    image === null
      ? []
      : [{ uuid, file: derivativeOfFind(folder, "sm", image), ...SIZE }],
  );
  const made = await makeMailPictures(pictured);
  const jpegs = new Map(pictured.map(({ uuid }, at) => [uuid, made[at]]));
  const { attachments, attach } = attachPictures();
  const finds = rows.map((row, index) => {
    const cid = attach(`find-${index + 1}`, jpegs.get(row.uuid));
    if (!cid) return row;
    const alt = imageAlt(speak("en"), row, row.description);
    return { ...row, cid, alt, altLang: row.description ? row.lang : null };
  });
  return {
    ...writeDigest({
      site_name: siteNames().site_name,
      finds,
      count: keys.length,
      link: `${PUBLIC_URL}/review#${key}`,
      expires,
      at,
    }),
    attachments,
  };
}

/** The finds among these that have waited longest. */
const listFirst = (keys: number[]) =>
  getDb().all<DigestRow>(sql`
    SELECT p.uuid, p.rock_number, p.location, p.comment, p.lang, p.name, p.create_dt, p.total_images,
           substr(p.date, 1, 10) AS date, p.folder,
           i.current_name AS image, i.description
      FROM rock_posts p LEFT JOIN rock_post_images i ON i.rpi_key =
           (SELECT rpi_key FROM rock_post_images i WHERE i.rps_key = p.rps_key AND i.ready
             ORDER BY i.show DESC, i.rpi_key LIMIT 1)
     WHERE p.rps_key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) ORDER BY p.create_dt, p.rps_key LIMIT ${SHOWN_MAX}`);
