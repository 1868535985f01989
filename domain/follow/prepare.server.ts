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
import { readRoute } from "../finds/journey-routes.server.ts";
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
  const key = makeKey();
  return Promise.resolve({
    ...toFollower(follower, key),
    mail: composeQuestion({ follower, key }),
  });
}

export async function prepareNews(
  row: OutboxRow,
): Promise<Outgoing | undefined> {
  const items = listItems(getDb(), row);
  if (items.length === 0) return undefined;
  const follower = getFollower(row.flw_key!);
  const { flw_key } = follower;
  const news = JSON.stringify(items.map(({ news_key }) => news_key));
  const key = makeKey();
  const { begin, ...outgoing } = toFollower(follower, key);
  const finds = items.map(({ rps_key }) => rps_key);
  return {
    ...outgoing,
    mail: await composeStory({ follower, key }, finds),
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

const toFollower = (
  { flw_key, address }: typeof followers.$inferSelect,
  key: string,
) => ({
  to: [address],
  begin(tx: Tx) {
    addFollowerKey(tx, key, flw_key);
    return true;
  },
  bounce(tx: Tx) {
    forget(tx, isAddress(address));
    count(tx, "bounced");
  },
});

const count = (tx: Tx, name: "sent" | "bounced") =>
  void tx
    .insert(followCounts)
    .values({ name, count: 1 })
    .onConflictDoUpdate({
      target: followCounts.name,
      set: { count: sql`count + 1` },
    })
    .run();

interface FollowMail {
  follower: Pick<Follower, "rock_number" | "lang">;
  /** Of its links. */
  key: string;
}

/** Finds that a mail tells of. The others are on the rock's page. */
const FINDS_MAX = 5;
/** Pixels of a picture for each that is shown, so that it is sharp on a phone. */
const SHARP = 2;

export const composeQuestion = (mail: FollowMail): Mail => ({
  ...writeQuestion(speakTo(mail), {
    site_name: siteNames(languageFor(mail)).site_name,
    rock_number: mail.follower.rock_number,
    link: linkOf(mail),
  }),
  headers: stopHeaders(mail),
});

/** Says it in the language of the form where the address was entered. */
const languageFor = ({ follower: { lang } }: FollowMail) =>
  isSpoken(lang) ? lang : siteLanguage();

const speakTo = (mail: FollowMail) => speak(languageFor(mail));

const linkOf = ({ key }: FollowMail) =>
  `${getSettings().PUBLIC_URL}/follow#${key}`;

/** Headers with which a mail program stops the mails by one press (RFC 8058). */
function stopHeaders({ key }: FollowMail) {
  const { PUBLIC_URL } = getSettings();
  const sender = mailServer()!.from.address;
  return {
    "List-Unsubscribe": `<${PUBLIC_URL}/api/follow/one-click?key=${key}>, <mailto:${sender}?subject=stop>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

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
  /** Folder of that image. */
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
  mail: FollowMail,
  keys: number[],
): Promise<Mail> {
  const { rock_number } = mail.follower;
  const { PUBLIC_URL } = getSettings();
  const route = readRoute(rock_number, languageFor(mail));
  const finds = listFinds(keys).slice(-FINDS_MAX);
  const pictures = await makePictures(finds, route);
  const { attachments, attach } = attachPictures();
  return {
    ...writeStory(speakTo(mail), {
      site_name: siteNames(languageFor(mail)).site_name,
      rock_number,
      finds: finds.map((find, index) => ({
        ...find,
        ...placeOf(find.uuid, route),
        cid: attach(`find-${index + 1}`, pictures.get(find.uuid)),
      })),
      distance_km: route.distance_km,
      stops: route.stops.length,
      mapCid: attach("way", pictures.get(WAY)),
      page: `${PUBLIC_URL}/rocks/${rock_number}`,
      stop: linkOf(mail),
    }),
    headers: stopHeaders(mail),
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
