import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { createPictures } from "./pictures.mjs";
import { createRandom } from "./random.mjs";

const inProject = (place) =>
  fileURLToPath(new URL(`../../${place}`, import.meta.url));

/** Places, comments and names come from the demo site. */
const { finds: DEMO_FINDS, artists: DEMO_ARTISTS } = JSON.parse(
  readFileSync(inProject("scripts/demo/content.json"), "utf8"),
);
const SENDERS = ["Grandma", "A family of five", "The hikers", "Class 4b"];

const START_MS = Date.UTC(2019, 3, 1);
const SPAN_MS = Date.UTC(2026, 8, 1) - START_MS;
const HOUR_MS = 3_600_000;
const isoOf = (ms) => new Date(ms).toISOString();
const dayOf = (ms) => isoOf(ms).slice(0, 10);

/**
 * Makes the database of a site of any size, always the same for the same arguments. Many rocks travel little
 * and few travel far. Posts are in the order in which they were sent.
 * @param {object} size
 * @param {number} size.rocks 1 to 100,000: the catalogue's numbers 1, 2, 3, …
 * @param {number} size.posts
 * @param {string} size.database a file that must not exist yet
 * @param {string} size.media the folder of its store
 * @param {boolean} [size.hasPictures] also fills the store with picture files, the same few again and again
 */
export async function generateSite({
  rocks,
  posts,
  database,
  media,
  hasPictures,
}) {
  if (existsSync(database)) throw new Error(`${database} is there already.`);
  mkdirSync(path.dirname(path.resolve(database)), { recursive: true });
  const unfinished = `${database}.unfinished`;
  rmSync(unfinished, { force: true });
  const client = openUnsafe(unfinished);
  const random = createRandom(1);
  const pictures = hasPictures ? await createPictures(media) : undefined;
  const rebuildIndexes = dropIndexes(client);
  client.transaction(() => {
    insertCatalogue(client, random, rocks, pictures);
    insertFinds(client, random, rocks, posts, pictures);
    insertAlbums(client, random, pictures);
    insertVisits(client, random, rocks, Math.ceil(posts / 5));
  })();
  rebuildIndexes();
  fillPins(client);
  inserter(client, "secrets")({ name: "store-id", value: STORE_ID });
  client.pragma("journal_mode = WAL");
  client.close();
  renameSync(unfinished, database);
  await pictures?.done();
  makeStore(media);
}

/** Database and store hold it, because a site knows a store by its files otherwise, and most of them may be missing. */
const STORE_ID = "generated";

/** Makes this folder the store of a generated site. */
export function makeStore(media) {
  mkdirSync(media, { recursive: true });
  writeFileSync(path.join(media, ".store-id"), STORE_ID);
}

/** Opens the database without any protection against a crash, which is fast. A failed try is thrown away. */
function openUnsafe(file) {
  const client = new Database(file);
  client.pragma("journal_mode = OFF");
  client.pragma("synchronous = OFF");
  client.pragma("cache_size = -200000");
  migrate(drizzle(client), { migrationsFolder: inProject("db/migrations") });
  return client;
}

/** Drops all indexes, because building them once, of all rows, is much faster. Returns a function that builds them. */
function dropIndexes(client) {
  const indexes = client
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all();
  for (const { name } of indexes) client.exec(`DROP INDEX "${name}"`);
  return () => {
    for (const { sql } of indexes) client.exec(sql);
  };
}

/** Returns a function that adds a row and returns its key. All rows have the same columns. */
function inserter(client, table) {
  let statement;
  return (row) => {
    const columns = Object.keys(row);
    statement ??= client.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map((name) => `@${name}`)})`,
    );
    return statement.run(row).lastInsertRowid;
  };
}

const writeComment = (random) => random.pick(DEMO_FINDS).comment;

function insertCatalogue(client, random, rocks, pictures) {
  const addArtist = inserter(client, "users");
  const artists = Math.max(4, Math.ceil(rocks / 50));
  const keys = Array.from({ length: artists }, (_, n) => {
    const { display_name, relation } = DEMO_ARTISTS[n % DEMO_ARTISTS.length];
    return addArtist({ display_name: `${display_name} ${n + 1}`, relation });
  });
  const addRock = inserter(client, "rocks");
  const addPainter = inserter(client, "rock_artists");
  for (let rock_number = 1; rock_number <= rocks; rock_number++) {
    const rc_key = addRock({
      rock_number,
      comment: random.chance(0.2) ? writeComment(random) : "",
      original_file: "a.jpg",
      ready: 1,
      pin_ready: 1,
      create_dt: isoOf(START_MS + (rock_number / rocks) * SPAN_MS),
    });
    // A few artists painted most rocks. Some rocks have two artists, some have none.
    const first = Math.floor(random.next() ** 3 * artists);
    const second = (first + 1 + random.below(artists - 1)) % artists;
    if (random.chance(0.95)) addPainter({ rc_key, ra_key: keys[first] });
    if (random.chance(0.1)) addPainter({ rc_key, ra_key: keys[second] });
    pictures?.addRock(rock_number);
  }
}

/** A few are found again and again, and one in twenty never. One number in a thousand can't be read. */
function pickRock(random, rocks) {
  if (random.chance(0.001)) return 0;
  const number = 1 + Math.floor(random.next() ** 1.5 * rocks);
  return number % 20 === 0 ? number - 1 : number;
}

const near = (random, degrees) =>
  Math.round((degrees + random.spread() * 0.15) * 1e6) / 1e6;

function insertFinds(client, random, rocks, posts, pictures) {
  const addFind = inserter(client, "rock_posts");
  const addImage = inserter(client, "rock_post_images");
  const whereabouts = [];
  for (let rps_key = 1; rps_key <= posts; rps_key++) {
    const rock_number = pickRock(random, rocks);
    // Most rocks stay near the last place; some go on a journey.
    const place =
      (random.chance(0.7) && whereabouts[rock_number]) ||
      random.pick(DEMO_FINDS);
    whereabouts[rock_number] = place;
    // A site grows: later days bring more finds.
    const sent = START_MS + Math.sqrt(rps_key / posts) * SPAN_MS;
    const found = sent - random.next() ** 3 * 240 * HOUR_MS;
    const time = random.chance(0.3) ? isoOf(found).slice(11, 19) : "00:00:00";
    const show = random.chance(0.97) ? 1 : 0;
    const isLocated = show === 1 && random.chance(0.98);
    const name = random.chance(0.4) ? random.pick(SENDERS) : "";
    const uuid = uuidOf(random);
    const create_dt = isoOf(sent);
    addFind({
      rps_key,
      uuid,
      submission_id: random.chance(0.9) ? uuidOf(random) : null,
      rock_number,
      rock_number_qr:
        rock_number > 0 && random.chance(0.8) ? rock_number : null,
      location: place.location,
      latitude: isLocated ? near(random, place.latitude) : null,
      longitude: isLocated ? near(random, place.longitude) : null,
      // One finder in five wants the place shown less exactly.
      precision: rps_key % 20 === 0 ? 10_000 : rps_key % 5 === 0 ? 1000 : 0,
      date: `${dayOf(found)}T${time}Z`,
      comment: writeComment(random),
      name,
      email: name && random.chance(0.5) ? `finder${rps_key}@example.org` : "",
      show,
      create_dt,
    });
    // One to five images; more are rarer.
    for (let nth = 0; nth < 5 && (nth === 0 || random.chance(0.4)); nth++) {
      const current_name = random.hex(12);
      addImage({
        rps_key,
        original_name: `IMG_${1000 + random.below(9000)}.jpg`,
        current_name,
        original_file: `${current_name}.jpg`,
        show: random.chance(0.98) ? 1 : 0,
        ready: 1,
        width: 4000,
        height: 3000,
        create_dt,
      });
      pictures?.addFind({ rock_number, uuid }, current_name);
    }
  }
}

function uuidOf(random) {
  const hex = random.hex(32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function insertAlbums(client, random, pictures) {
  const addAlbum = inserter(client, "albums");
  const addPhoto = inserter(client, "photos");
  for (let nth = 1; nth <= 12; nth++) {
    const name = `album${nth}`;
    const pa_key = addAlbum({
      name,
      display_name: `Album ${nth}`,
      desc: writeComment(random),
      show: 1,
      order_num: nth,
    });
    for (let n = 1; n <= 60; n++) {
      addPhoto({
        pa_key,
        original_file: `${n}.jpg`,
        name: `${n}.webp`,
        order_num: n,
        ready: 1,
        width: 4000,
        height: 3000,
        bytes: 1,
        mtime_ms: 1,
      });
      pictures?.addPhoto(name, String(n));
    }
  }
}

/** Visits of the last year. */
function insertVisits(client, random, rocks, count) {
  const addVisit = inserter(client, "rock_counts");
  for (let n = 0; n < count; n++)
    addVisit({
      day: dayOf(START_MS + SPAN_MS - random.below(365) * 24 * HOUR_MS),
      rock_qr_number: String(1 + Math.floor(random.next() ** 2 * rocks)),
      page: random.pick(["share-your-rock", "map", "home", "photos"]),
      device: random.pick(["phone", "phone", "phone", "computer", "tablet"]),
      address_prefix: "",
      visits: 1 + random.below(9),
    });
}

/** Fills the derived rows of all posts at once; the domain does this with each change of a post. */
function fillPins(client) {
  client.exec(`
    INSERT INTO rock_pins (rps_key, rock_number, latitude, longitude)
    SELECT rps_key, rock_number, latitude, longitude
      FROM (SELECT rps_key, rock_number, latitude, longitude,
                   row_number() OVER (PARTITION BY rock_number ORDER BY date DESC, create_dt DESC, rps_key DESC) AS place
              FROM public_finds WHERE latitude IS NOT NULL AND longitude IS NOT NULL)
     WHERE place = 1 OR rock_number = 0;
    UPDATE rocks SET shown_posts =
      (SELECT count(*) FROM rock_posts p WHERE p.rock_number = rocks.rock_number AND p.show = 1);`);
}
