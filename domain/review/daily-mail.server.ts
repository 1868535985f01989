import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { outbox } from "#db/schema.ts";
import { hoursRun } from "#domain/limits/hours-run.server.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { keysOfWaiting } from "#domain/finds/admin/read-finds.server.ts";
import {
  iso,
  makeKey,
  type Outgoing,
  type OutboxRow,
  digestSettings,
  attachPictures,
  makeMailPictures,
  type Mail,
} from "../mail/send-mail.server.ts";
import { isDue, lastSlot } from "../mail/schedule.ts";
import { addReviewKey } from "./scope.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { derivativeOfFind } from "#domain/store/paths.ts";
import { writeDigest, type DigestFind } from "./write-digest.ts";

/** Time for which the link of a mail works. */
const KEY_MS = 7 * 86_400_000;
/** A mail that is dated this long after a mail is due was sent by a wrong clock. It doesn't hold back others. */
const AHEAD_MS = 36 * 3_600_000;
/** A mail that is this late was missed, because the site was down or sent no mail yet. It waits for something to tell. */
const MISSED_MS = 5 * 60_000;

/** The due time of the last mail that had nothing to tell, in milliseconds since 1970. */
const leftOut = () => remember("empty daily mail", () => ({ time: 0 }));

/** Undefined without SMTP_URL and DIGEST_TO. Its error is that of the mail that is due. */
export function readMailState() {
  const settings = digestSettings();
  if (!settings) return undefined;
  const { to, at } = settings;
  const { sent_dt, error } = getDb().get<{
    sent_dt: string | null;
    error: string | null;
  }>(sql`
    SELECT (SELECT max(sent_dt) FROM outbox WHERE kind = 'daily') AS sent_dt,
           (SELECT iif(sent_dt IS NULL, error, NULL) FROM outbox WHERE kind = 'daily'
             ORDER BY mail_key DESC LIMIT 1) AS error`);
  return { to, at, sent_dt: sent_dt ?? undefined, error: error ?? undefined };
}

/**
 * Id of a daily mail that is due, has something to tell and isn't in the outbox yet; undefined if there is none. One that
 * has nothing to tell is left out. What comes later waits for the next one, which is today's too if its time is changed.
 */
function findDueMail(db: Pick<Tx, "get">, now: number) {
  const settings = digestSettings();
  if (!settings) return undefined;
  const slot = lastSlot(new Date(now), settings.at);
  const id = `finds.${slot.day}`;
  const { isKnown, lastSent } = db.get<{
    isKnown: number;
    lastSent: string | null;
  }>(sql`
    SELECT EXISTS (SELECT 1 FROM outbox WHERE id = ${id}) AS isKnown,
           (SELECT max(sent_dt) FROM outbox
             WHERE kind = 'daily' AND sent_dt < ${iso(slot.time.getTime() + AHEAD_MS)}) AS lastSent`);
  const time = slot.time.getTime();
  if (isKnown || time === leftOut().time) return undefined;
  if (!isDue(slot, lastSent, new Date(now))) return undefined;
  if (isAnyWaiting(db)) return id;
  if (now - time < MISSED_MS) leftOut().time = time;
  return undefined;
}

const isAnyWaiting = (db: Pick<Tx, "get">) =>
  db.get(sql`SELECT 1 FROM (${keysOfWaiting}) LIMIT 1`) !== undefined;

export const isDailyMailDue = (db: Pick<Tx, "get">, now: number) =>
  findDueMail(db, now) !== undefined;

/** Puts the daily mail in the outbox once it is due. It takes over from one that could not be sent. */
export function planDailyMail(tx: Tx, now: number) {
  const id = findDueMail(tx, now);
  if (id === undefined) return;
  tx.update(outbox)
    .set({ send_after: null })
    .where(eq(outbox.kind, "daily"))
    .run();
  tx.insert(outbox)
    .values({ id, kind: "daily", send_after: hoursRun(tx) })
    .run();
}

export async function prepareDailyMail(
  _row: OutboxRow,
  now: number,
): Promise<Outgoing | undefined> {
  const finds = getDb()
    .all<{ rps_key: number }>(sql`${keysOfWaiting} ORDER BY rps_key`)
    .map(({ rps_key }) => rps_key);
  const { to, at } = digestSettings()!;
  if (finds.length === 0) return undefined;
  const key = makeKey();
  const expires = new Date(now + KEY_MS);
  return {
    mail: await composeDigest(finds, key, expires, at),
    to,
    begin(tx) {
      addReviewKey(tx, key, finds, expires, new Date(now));
      return true;
    },
    end: () => log.info("the daily mail was sent", { finds: finds.length }),
  };
}

/** Finds that a mail shows. It counts the others. */
const SHOWN_MAX = 20;
/** Pixels of a picture. A mail shows it half as wide, so that it is sharp on a phone. */
const SIZE = { width: 224, height: 224 };

interface DigestRow extends DigestFind {
  uuid: string;
  folder: string;
  /** The first image that has derivatives; null while there is none. */
  image: string | null;
  /** Description of that image; blank if there is none, null without an image. */
  description: string | null;
}

/** @param keys of all finds that are waiting. @param at HH:MM, when the mails come */
async function composeDigest(
  keys: number[],
  key: string,
  expires: Date,
  at: string,
): Promise<Mail> {
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

const listFirst = (keys: number[]) =>
  getDb().all<DigestRow>(sql`
    SELECT p.uuid, p.rock_number, p.location, p.comment, p.lang, p.name, p.create_dt, p.total_images,
           substr(p.date, 1, 10) AS date, p.folder,
           i.current_name AS image, i.description
      FROM rock_posts p LEFT JOIN rock_post_images i ON i.rpi_key =
           (SELECT rpi_key FROM rock_post_images i WHERE i.rps_key = p.rps_key AND i.ready
             ORDER BY i.show DESC, i.rpi_key LIMIT 1)
     WHERE p.rps_key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) ORDER BY p.create_dt, p.rps_key LIMIT ${SHOWN_MAX}`);
