import { pad2 } from "#core/words.ts";
import { hashOf } from "#core/hash.server.ts";
import { getDb, closeDb, type Tx } from "#db/client.server.ts";
import {
  albums as albumTable,
  photos as photoTable,
  rockArtists,
  rockPostImages,
  rockPosts,
  rocks as rockTable,
  users,
} from "#db/schema.ts";
import {
  catalogueFolder,
  deriveTaskForFind,
  deriveTaskForPhoto,
  deriveTaskForRock,
  findFolder,
  type DeriveTask,
} from "#domain/store/paths.ts";
import { writeWhole } from "#domain/store/write.server.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import { saveSiteTexts, siteTexts } from "#domain/site/site-texts.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import {
  findGround,
  nextScene,
  takePhoto,
  type Shot,
} from "../demo/compose.ts";
import content from "../demo/content.json";
import { reportProgress } from "../system/command.ts";

/** Fills an empty site with the demo's rocks, journeys and albums. It leaves a site that has any as it is. */

/** All people are invented; all places are real. Waiting finds are hidden and have no coordinates. */
const { albums, artists, finds, rocks, senders, waiting } = content;

type DemoRock = (typeof rocks)[number];
type DemoFind = (typeof finds | typeof waiting)[number];
type DemoAlbum = (typeof albums)[number];

const DAY_MS = 86_400_000;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
    .toISOString()
    .slice(0, 10);

/** Always the same for the same words, so that a second run overwrites the files of an interrupted one. */
function makeUuid(words: string) {
  const hex = hashOf(words);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const hashNumber = (words: string) => parseInt(hashOf(words).slice(0, 6), 16);

/** A time on a day, as a camera writes it. */
const sometime = (day: string, words: string) => {
  const minutes = 8 * 60 + (hashNumber(words) % (10 * 60));
  return `${day}T${pad2(Math.floor(minutes / 60))}:${pad2(minutes % 60)}:${pad2(hashNumber(words) % 60)}`;
};

/** What is to be done: first the photographs are made, then all rows are written at once. */
const pictures: (() => Promise<void>)[] = [];
const rows: ((tx: Tx) => void)[] = [];

/** @returns its facts, for its row, once it is made */
function photograph(task: DeriveTask, shot: Shot) {
  const facts: Partial<Awaited<ReturnType<typeof deriveImage>>> = {};
  pictures.push(async () => {
    await writeWhole(task.original, await takePhoto(shot));
    Object.assign(facts, await deriveImage(task));
  });
  return facts;
}

const keysOfArtists = new Map<string, number>();

function addArtists() {
  rows.push((tx) => {
    for (const artist of artists) {
      const { ra_key } = tx.insert(users).values(artist).returning().get();
      keysOfArtists.set(artist.display_name, ra_key);
    }
  });
}

const GROUNDS = ["table", "sand", "moss", "gravel"];

function addRock({ number: rock_number, artists, comment }: DemoRock) {
  const found = finds.find(({ rock }) => rock === rock_number);
  const painted = dayAfter(found?.date ?? "2026-09-01", -24);
  const original_file = "a.jpg";
  const folder = catalogueFolder(rock_number);
  photograph(deriveTaskForRock({ folder, original_file }), {
    scene: findGround(nextScene(GROUNDS[rock_number % 4]!)),
    rocks: [rock_number],
    closeness: 1.1,
    square: true,
    taken: sometime(painted, `rock ${rock_number}`),
    seed: hashNumber(`rock ${rock_number}`),
  });
  rows.push((tx) => {
    const { rc_key } = tx
      .insert(rockTable)
      .values({
        rock_number,
        comment,
        original_file,
        ready: true,
        pin_ready: true,
        create_dt: `${painted}T17:20:00.000Z`,
      })
      .returning()
      .get();
    for (const artist of artists) {
      const ra_key = keysOfArtists.get(artist)!;
      tx.insert(rockArtists).values({ rc_key, ra_key }).run();
    }
  });
}

/** The sender and the coordinates: as given, or for a shown find one of the usual senders. */
function detailsOf(find: DemoFind, index: number) {
  if ("latitude" in find) {
    const { latitude, longitude, precision } = find;
    const name = senders[index % senders.length] ?? "";
    const local = name.toLowerCase().replaceAll(/[^a-z]+/g, ".");
    const email = name && index % 3 ? `${local}@example.org` : "";
    return { show: true, name, email, latitude, longitude, precision };
  }
  const { name, email, suggestion } = find;
  return {
    show: false,
    name,
    email,
    suggestion: suggestion && JSON.stringify(suggestion),
    precision: suggestion?.precision,
  };
}

function addFind(find: DemoFind, index: number) {
  const { rock: rock_number, location, date, comment } = find;
  const uuid = makeUuid(`find ${index}`);
  const scene = nextScene(find.setting);
  const taken = sometime(date, uuid);
  const create_dt = `${sometime(date, `sent ${uuid}`)}.000Z`;
  const views = [
    { scene, closeness: 1 },
    { scene: findGround(scene), closeness: 1 },
    { scene, closeness: 0.62 },
  ];
  const images = views.slice(0, find.photos).map((view, nth) => {
    const current_name = hashOf(`${uuid} ${nth}`).slice(0, 12);
    const original_file = `${current_name}.jpg`;
    const original_name = `IMG_${1000 + (hashNumber(uuid) % 8000) + nth}.jpg`;
    const image = { current_name, original_file };
    const facts = photograph(
      deriveTaskForFind(findFolder(rock_number, uuid), image),
      { ...view, rocks: [rock_number], taken, seed: hashNumber(current_name) },
    );
    return () => {
      const { width, height, taken_dt } = facts;
      const size = { width, height, taken_dt };
      return { ...image, original_name, ready: true, create_dt, ...size };
    };
  });
  rows.push((tx) => {
    const { rps_key } = tx
      .insert(rockPosts)
      .values({
        uuid,
        rock_number,
        location,
        date: `${date}T00:00:00Z`,
        comment,
        create_dt,
        ...detailsOf(find, index),
      })
      .returning()
      .get();
    for (const image of images)
      tx.insert(rockPostImages)
        .values({ rps_key, ...image() })
        .run();
    refreshRocks(tx, [rock_number]);
  });
}

function addAlbum({ from, photos, ...album }: DemoAlbum, index: number) {
  const planned = photos.map((photo, nth) => {
    const stem = `${album.name}-${pad2(nth + 1)}`;
    const files = { original_file: `${stem}.jpg`, name: `${stem}.webp` };
    const date = dayAfter(from, nth * 5);
    const facts = photograph(deriveTaskForPhoto(album.name, files), {
      scene: nextScene(photo.setting),
      rocks: photo.rocks ?? [],
      closeness: 1,
      taken: sometime(date, stem),
      seed: hashNumber(stem),
    });
    return () => {
      const { width, height, bytes, mtime_ms } = facts;
      return {
        ...files,
        ...{ width, height, bytes, mtime_ms },
        display_name: photo.title ?? "",
        desc: photo.desc ?? "",
        date,
        order_num: nth + 1,
        ready: true,
      };
    };
  });
  rows.push((tx) => {
    const { pa_key } = tx
      .insert(albumTable)
      .values({ ...album, show: true, order_num: index + 1 })
      .returning()
      .get();
    for (const photo of planned)
      tx.insert(photoTable)
        .values({ pa_key, ...photo() })
        .run();
  });
}

async function makePictures() {
  console.log("Filling the demo site (about a minute, once) …");
  const report = process.stderr.isTTY ? reportProgress("pictures made") : null;
  let done = 0;
  const waiting = pictures.values();
  const work = async () => {
    for (const make of waiting) {
      await make();
      report?.(++done, pictures.length);
    }
  };
  await Promise.all([work(), work()]);
}

const db = getDb();
requireStore();
const isFilled =
  db.select().from(rockPosts).limit(1).get() ??
  db.select().from(albumTable).limit(1).get();
if (!isFilled) {
  addArtists();
  rocks.forEach(addRock);
  [...finds, ...waiting].forEach(addFind);
  albums.forEach(addAlbum);
  await makePictures();
  // The demo's story is its own, so that it has no mark of an example.
  const { memorial_name, memorial_dates, story } = siteTexts();
  saveSiteTexts({ memorial_name, memorial_dates, story });
  db.transaction((tx) => rows.forEach((write) => write(tx)));
}
closeDb();
