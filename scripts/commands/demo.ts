import { pad2 } from "#core/words.ts";
import { createHash } from "node:crypto";
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

/** Fills an empty site with the demo's rocks, journeys and albums. It leaves a site that has any as it is. */

/** A photograph to make, and the task that derives its smaller versions. */
interface Picture {
  shot: Shot;
  task: DeriveTask;
}

/** All people are invented; all places are real. Waiting finds are hidden and have no coordinates. */
const { albums, artists, finds, rocks, senders, waiting } = content;

type DemoFind = (typeof finds | typeof waiting)[number];

const DAY_MS = 86_400_000;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
    .toISOString()
    .slice(0, 10);

/** Always the same for the same words, so that a second run overwrites the files of an interrupted one. */
const hash = (words: string) =>
  createHash("sha256").update(words).digest("hex");

function makeUuid(words: string) {
  const hex = hash(words);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const hashNumber = (words: string) => parseInt(hash(words).slice(0, 6), 16);

/** A time on a day, as a camera writes it. */
const sometime = (day: string, words: string) => {
  const minutes = 8 * 60 + (hashNumber(words) % (10 * 60));
  return `${day}T${pad2(Math.floor(minutes / 60))}:${pad2(minutes % 60)}:${pad2(hashNumber(words) % 60)}`;
};

// ── Plans ──────────────────────────────────────────────────────────────────────

function planCatalogue() {
  const scene = (number: number) =>
    findGround(
      nextScene((["table", "sand", "moss", "gravel"] as const)[number % 4]!),
    );
  return rocks.map((rock) => {
    const found = finds.find(({ rock: number }) => number === rock.number);
    const painted = dayAfter(found?.date ?? "2026-09-01", -24);
    const original_file = "a.jpg";
    const task = deriveTaskForRock({
      folder: catalogueFolder(rock.number),
      original_file,
    });
    const seed = hashNumber(`rock ${rock.number}`);
    return {
      rock,
      original_file,
      create_dt: `${painted}T17:20:00.000Z`,
      picture: {
        task,
        shot: {
          scene: scene(rock.number),
          rocks: [rock.number],
          closeness: 1.1,
          square: true,
          taken: sometime(painted, `rock ${rock.number}`),
          seed,
        },
      },
    };
  });
}

function planFind(find: DemoFind, index: number) {
  const uuid = makeUuid(`find ${index}`);
  const scene = nextScene(find.setting);
  const taken = sometime(find.date, uuid);
  const views = [
    { scene, closeness: 1 },
    { scene: findGround(scene), closeness: 1 },
    { scene, closeness: 0.62 },
  ];
  const images = views.slice(0, find.photos).map((view, nth) => {
    const current_name = hash(`${uuid} ${nth}`).slice(0, 12);
    const original_file = `${current_name}.jpg`;
    const task = deriveTaskForFind(findFolder(find.rock, uuid), {
      current_name,
      original_file,
    });
    const seed = hashNumber(current_name);
    return {
      current_name,
      original_file,
      original_name: `IMG_${1000 + (hashNumber(uuid) % 8000) + nth}.jpg`,
      picture: { task, shot: { ...view, rocks: [find.rock], taken, seed } },
    };
  });
  return { find, uuid, images };
}

function planAlbums() {
  return albums.map((album) => ({
    album,
    photos: album.photos.map((photo, index) => {
      const stem = `${album.name}-${String(index + 1).padStart(2, "0")}`;
      const original_file = `${stem}.jpg`;
      const name = `${stem}.webp`;
      const day = dayAfter(album.from, index * 5);
      const task = deriveTaskForPhoto(album.name, { name, original_file });
      return {
        photo,
        original_file,
        name,
        day,
        picture: {
          task,
          shot: {
            scene: nextScene(photo.setting),
            rocks: photo.rocks ?? [],
            closeness: 1,
            taken: sometime(day, stem),
            seed: hashNumber(stem),
          },
        },
      };
    }),
  }));
}

// ── Pictures, then rows ──────────────────────────────────────────────────────────────────

type Results = Map<Picture, Awaited<ReturnType<typeof deriveImage>>>;

/** Makes each photograph, puts it into the store and makes its derivatives, two at a time. */
async function makePictures(pictures: Picture[]): Promise<Results> {
  console.log("Filling the demo site (about a minute, once) …");
  const results: Results = new Map();
  const waitingPictures = pictures.values();
  const work = async () => {
    for (const picture of waitingPictures) {
      await writeWhole(picture.task.original, await takePhoto(picture.shot));
      results.set(picture, await deriveImage(picture.task));
      showProgress(results.size, pictures.length);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

function showProgress(done: number, total: number) {
  const percent = Math.floor((done / total) * 100);
  if (process.stdout.isTTY)
    process.stdout.write(
      `\rFilling the demo site: ${done} of ${total} pictures${done === total ? "\n" : ""}`,
    );
  else if (
    Math.floor(percent / 10) > Math.floor((((done - 1) / total) * 100) / 10)
  )
    process.stdout.write(`Filling the demo site: ${percent}%\n`);
}

type Catalogue = ReturnType<typeof planCatalogue>;
type Journeys = ReturnType<typeof planFind>[];
type Albums = ReturnType<typeof planAlbums>;

function insertCatalogue(tx: Tx, catalogue: Catalogue) {
  const keys = new Map(
    artists.map((artist) => {
      const { ra_key } = tx.insert(users).values(artist).returning().get();
      return [artist.display_name, ra_key];
    }),
  );
  for (const { rock, original_file, create_dt } of catalogue) {
    const { rc_key } = tx
      .insert(rockTable)
      .values({
        rock_number: rock.number,
        comment: rock.comment,
        original_file,
        ready: true,
        pin_ready: true,
        create_dt,
      })
      .returning()
      .get();
    for (const artist of rock.artists)
      tx.insert(rockArtists)
        .values({ rc_key, ra_key: keys.get(artist)! })
        .run();
  }
}

/** The sender and the coordinates: as given, or for a shown find one of the usual senders. */
function findDetails(find: DemoFind, index: number) {
  if ("latitude" in find) {
    const name = senders[index % senders.length] ?? "";
    const { latitude, longitude, precision } = find;
    return {
      show: true,
      name,
      email:
        name && index % 3
          ? `${name.toLowerCase().replaceAll(/[^a-z]+/g, ".")}@example.org`
          : "",
      latitude,
      longitude,
      precision,
    };
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

function insertJourneys(tx: Tx, journeys: Journeys, results: Results) {
  for (const [index, { find, uuid, images }] of journeys.entries()) {
    const create_dt = `${sometime(find.date, `sent ${uuid}`)}.000Z`;
    const { rps_key } = tx
      .insert(rockPosts)
      .values({
        uuid,
        rock_number: find.rock,
        location: find.location,
        date: `${find.date}T00:00:00Z`,
        comment: find.comment,
        create_dt,
        ...findDetails(find, index),
      })
      .returning()
      .get();
    for (const { picture, ...image } of images) {
      const { width, height, taken_dt } = results.get(picture)!;
      tx.insert(rockPostImages)
        .values({
          rps_key,
          ...image,
          ready: true,
          width,
          height,
          taken_dt,
          create_dt,
        })
        .run();
    }
  }
  refreshRocks(
    tx,
    journeys.map(({ find }) => find.rock),
  );
}

function insertAlbums(tx: Tx, planned: Albums, results: Results) {
  for (const [index, { album, photos }] of planned.entries()) {
    const { pa_key } = tx
      .insert(albumTable)
      .values({
        name: album.name,
        display_name: album.display_name,
        desc: album.desc,
        show: true,
        order_num: index + 1,
      })
      .returning()
      .get();
    for (const [
      nth,
      { photo, original_file, name, day, picture },
    ] of photos.entries()) {
      const { width, height, bytes, mtime_ms } = results.get(picture)!;
      tx.insert(photoTable)
        .values({
          pa_key,
          original_file,
          name,
          display_name: photo.title ?? "",
          desc: photo.desc ?? "",
          date: day,
          order_num: nth + 1,
          ready: true,
          width,
          height,
          bytes,
          mtime_ms,
        })
        .run();
    }
  }
}

const db = getDb();
requireStore();
const isFilled =
  db.select().from(rockPosts).limit(1).get() ??
  db.select().from(albumTable).limit(1).get();
if (!isFilled) {
  const catalogue = planCatalogue();
  const journeys = [...finds, ...waiting].map(planFind);
  const plannedAlbums = planAlbums();
  const results = await makePictures([
    ...catalogue.map(({ picture }) => picture),
    ...journeys.flatMap(({ images }) => images.map(({ picture }) => picture)),
    ...plannedAlbums.flatMap(({ photos }) =>
      photos.map(({ picture }) => picture),
    ),
  ]);
  // The demo's story is its own, so that it has no mark of an example.
  const { memorial_name, memorial_dates, story } = siteTexts();
  saveSiteTexts({ memorial_name, memorial_dates, story });
  db.transaction((tx) => {
    insertCatalogue(tx, catalogue);
    insertJourneys(tx, journeys, results);
    insertAlbums(tx, plannedAlbums, results);
  });
}
closeDb();
