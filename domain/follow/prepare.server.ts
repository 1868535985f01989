import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { followCounts, followers, outbox } from "#db/schema.ts";
import { noteHours } from "#domain/limits/hours-run.server.ts";
import {
  makeKey,
  type Outgoing,
  type OutboxRow,
  attachPictures,
  makeMailPictures,
  mailServer,
  type Mail,
} from "../mail/send-mail.server.ts";
import {
  addFollowerKey,
  hasExpired,
  forget,
  isAddress,
  type Follower,
} from "./followers.server.ts";
import { listItems, noteTold } from "./news.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { isSpoken, siteLanguage } from "#core/languages/languages.server.ts";
import { distanceKm } from "#core/great-circle.ts";
import { getSettings } from "#core/settings.server.ts";
import { readRoute } from "../finds/journeys.server.ts";
import type { JourneyRoute } from "../finds/answers.ts";
import type { MailPicture } from "../mail/picture.ts";
import { siteNames } from "../site/site-texts.server.ts";
import { derivativeOfFind } from "../store/paths.ts";
import { writeQuestion, MAP, PHOTO, writeStory } from "./write-story.ts";

export async function prepareQuestion({
  flw_key,
}: OutboxRow): Promise<Outgoing | undefined> {
  const follower = getFollower(flw_key!);
  if (hasExpired(follower)) return undefined;
  const { i18n, site_name, link, headers, outgoing } = openMail(follower);
  const { rock_number } = follower;
  const question = writeQuestion(i18n, { site_name, rock_number, link });
  return Promise.resolve({ ...outgoing, mail: { ...question, headers } });
}

export async function prepareNews(
  row: OutboxRow,
): Promise<Outgoing | undefined> {
  const items = listItems(getDb(), row);
  if (items.length === 0) return undefined;
  const follower = getFollower(row.flw_key!);
  const { flw_key } = follower;
  const news = JSON.stringify(items.map(({ news_key }) => news_key));
  const mail = openMail(follower);
  const { begin, bounce, to } = mail.outgoing;
  const finds = items.map(({ rps_key }) => rps_key);
  return {
    to,
    bounce,
    mail: await composeStory(mail, follower.rock_number, finds),
    begin(tx) {
      if (JSON.stringify(listItems(tx, row)) !== JSON.stringify(items))
        return false;
      tx.update(outbox)
        .set({ news })
        .where(eq(outbox.mail_key, row.mail_key))
        .run();
      return begin(tx);
    },
    end(tx, sent_dt) {
      noteTold(tx, flw_key, news);
      if (sent_dt === undefined) return;
      tx.update(followers)
        .set({ told_hour: noteHours(tx) })
        .where(eq(followers.flw_key, flw_key))
        .run();
      count(tx, "sent");
    },
  };
}

const getFollower = (flw_key: number) =>
  getDb().select().from(followers).where(eq(followers.flw_key, flw_key)).get()!;

type FollowMail = ReturnType<typeof openMail>;

/** What all mails to a follower have. They are in the language of the form where the address was entered. */
export function openMail({
  flw_key,
  address,
  lang,
}: Pick<Follower, "flw_key" | "address" | "lang">) {
  const key = makeKey();
  const { PUBLIC_URL } = getSettings();
  const language = isSpoken(lang) ? lang : siteLanguage();
  const sender = mailServer()!.from.address;
  return {
    i18n: speak(language),
    site_name: siteNames(language).site_name,
    link: `${PUBLIC_URL}/follow#${key}`,
    /** With them a mail program stops the mails by one press (RFC 8058). */
    headers: {
      "List-Unsubscribe": `<${PUBLIC_URL}/api/follow/one-click?key=${key}>, <mailto:${sender}?subject=stop>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    outgoing: {
      to: [address],
      begin(tx: Tx) {
        addFollowerKey(tx, key, flw_key);
        return true;
      },
      bounce(tx: Tx) {
        forget(tx, isAddress(address));
        count(tx, "bounced");
      },
    },
  };
}

const count = (tx: Tx, name: "sent" | "bounced") =>
  void tx
    .insert(followCounts)
    .values({ name, count: 1 })
    .onConflictDoUpdate({
      target: followCounts.name,
      set: { count: sql`count + 1` },
    })
    .run();

/** Finds that a mail tells of. The others are on the rock's page. */
const FINDS_MAX = 5;
/** Pixels of a picture for each that is shown, so that it is sharp on a phone. */
const SHARP = 2;

interface Find {
  uuid: string;
  location: string;
  precision: number;
  date: string;
  comment: string;
  lang: string | null;
  /** Its first public image; null without one. */
  image: string | null;
  /** Description of that image; blank if there is none, null without an image. */
  description: string | null;
  folder: string | null;
  /** JSON: hidden areas of that image. */
  blurs: string | null;
}

const listFinds = (keys: number[]) =>
  getDb().all<Find>(sql`
    SELECT f.uuid, f.location, f.precision, substr(f.date, 1, 10) AS date, f.comment, f.lang, i.current_name AS image, i.description, i.folder, i.blurs
      FROM public_finds f LEFT JOIN public_images i ON i.rpi_key =
           (SELECT min(rpi_key) FROM public_images WHERE rps_key = f.rps_key)
     WHERE f.rps_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))
     ORDER BY f.date, f.create_dt, f.rps_key`);

/** @param keys of finds, the oldest first */
export async function composeStory(
  { i18n, site_name, link, headers }: FollowMail,
  rock_number: number,
  keys: number[],
): Promise<Mail> {
  const route = readRoute({ rock_number }, i18n.locale);
  const finds = listFinds(keys).slice(-FINDS_MAX);
  const pictures = await makePictures(finds, route);
  const { attachments, attach } = attachPictures();
  return {
    ...writeStory(i18n, {
      site_name,
      rock_number,
      finds: finds.map((find, index) => ({
        ...find,
        ...placeOf(find.uuid, route),
        cid: attach(`find-${index + 1}`, pictures.get(find.uuid)),
      })),
      distance_km: route.distance_km,
      stops: route.stops.length,
      mapCid: attach("way", pictures.get(WAY)),
      page: `${getSettings().PUBLIC_URL}/rocks/${rock_number}`,
      stop: link,
    }),
    headers,
    attachments,
  };
}

function placeOf(uuid: string, { stops }: JourneyRoute) {
  const at = stops.findIndex((stop) => stop.uuid === uuid);
  const [from, to] = [stops[at - 1], stops[at]];
  return {
    country: to?.country,
    distance_km: from && to ? Math.round(distanceKm(from, to)) : undefined,
  };
}

const WAY = "way";
type Pictures = Map<string, Buffer | undefined>;
/** The pictures of the newest mail. The others about the same finds have them too. */
let newest: { of: string; pictures: Pictures } | undefined;

async function makePictures(finds: Find[], { stops }: JourneyRoute) {
  const asked = new Map<string, MailPicture>();
  for (const { uuid, folder, image } of finds)
    if (image !== null)
      asked.set(uuid, {
        file: derivativeOfFind(folder!, "webp", image),
        ...times(PHOTO),
      });
  if (stops.length > 0)
    asked.set(WAY, {
      stops: stops.map(({ latitude, longitude }) => ({ latitude, longitude })),
      ...times(MAP),
    });
  // The same file shows less once somebody has hidden more in it.
  const of = JSON.stringify([[...asked], finds.map(({ blurs }) => blurs)]);
  if (newest?.of === of) return newest.pictures;
  const made = await makeMailPictures([...asked.values()]);
  const pictures: Pictures = new Map(
    [...asked.keys()].map((name, at) => [name, made[at]]),
  );
  newest = { of, pictures };
  return pictures;
}

const times = ({ width, height }: typeof PHOTO) => ({
  width: width * SHARP,
  height: height * SHARP,
});
