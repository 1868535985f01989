import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { planJourneys } from "./journeys.mjs";
import { createPictures } from "./pictures.mjs";
import { createRandom } from "./random.mjs";
import {
  CITIES,
  GROUPS,
  RELATIONS,
  SENDERS,
  SENTENCES,
  SPOTS,
} from "./words.mjs";

/**
 * Makes the database of a site of any size, always the same for the same arguments. Many rocks travel little
 * and few travel far. Most finds are near some cities. Posts are in the order in which they were sent.
 * @param {object} size
 * @param {number} size.rocks 1 to 100,000: the catalogue's numbers 1, 2, 3, …
 * @param {number} size.posts
 * @param {string} size.database a file that must not exist yet
 * @param {string} [size.media] also fills this store with picture files, the same few again and again
 * @param {number} [size.seed]
 */
export async function generateSite({
  rocks,
  posts,
  database,
  media,
  seed = 1,
}) {
  if (existsSync(database)) throw new Error(`${database} is there already.`);
  mkdirSync(path.dirname(path.resolve(database)), { recursive: true });
  const unfinished = `${database}.unfinished`;
  rmSync(unfinished, { force: true });
  const client = openUnsafe(unfinished);
  const random = createRandom(seed);
  const pictures = media ? await createPictures(media) : undefined;
  const rebuildIndexes = dropIndexes(client);
  client.transaction(() => {
    insertCatalogue(client, random, rocks, pictures);
    insertJourneys(client, random, rocks, posts, pictures);
    insertAlbums(client, random, pictures);
    insertVisits(client, random, rocks, Math.ceil(posts / 5));
  })();
  rebuildIndexes();
  fillPins(client);
  // Lets the site accept any store, because most of the files may be missing.
  insertInto(client, "secrets", ["name", "value"]).run("store-id", "new:");
  client.pragma("journal_mode = WAL");
  client.close();
  renameSync(unfinished, database);
  await pictures?.done();
}

/** Opens the database without any protection against a crash, which is fast. A failed try is thrown away. */
function openUnsafe(file) {
  const client = new Database(file);
  client.pragma("journal_mode = OFF");
  client.pragma("synchronous = OFF");
  client.pragma("cache_size = -200000");
  const migrationsFolder = fileURLToPath(
    new URL("../../db/migrations", import.meta.url),
  );
  migrate(drizzle(client), { migrationsFolder });
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

const insertInto = (client, table, columns) =>
  client.prepare(
    `INSERT INTO ${table} (${columns.map((column) => `"${column}"`)}) VALUES (${columns.map(() => "?")})`,
  );

function insertCatalogue(client, random, rocks, pictures) {
  const artist = insertInto(client, "users", ["display_name", "relation"]);
  const artists = Math.max(4, Math.ceil(rocks / 50));
  const keys = [];
  for (let n = 0; n < artists; n++) {
    const name = `${GROUPS[n % GROUPS.length]} ${1 + Math.floor(n / GROUPS.length)}`;
    keys.push(artist.run(name, random.pick(RELATIONS)).lastInsertRowid);
  }
  const columns = [
    "rock_number",
    "comment",
    "original_file",
    "ready",
    "pin_ready",
    "create_dt",
  ];
  const rock = insertInto(client, "rocks", columns);
  const painted = insertInto(client, "rock_artists", ["rc_key", "ra_key"]);
  for (let number = 1; number <= rocks; number++) {
    const comment = random.chance(0.2) ? random.pick(SENTENCES) : "";
    const day = dayOf(START_MS + (number / rocks) * SPAN_MS);
    const { lastInsertRowid } = rock.run(
      number,
      comment,
      "a.jpg",
      1,
      1,
      `${day}T09:00:00.000Z`,
    );
    // A few artists painted most rocks. Some rocks have two artists, some have none.
    const first = Math.floor(random.next() ** 3 * artists);
    if (random.chance(0.95)) painted.run(lastInsertRowid, keys[first]);
    if (random.chance(0.1))
      painted.run(
        lastInsertRowid,
        keys[(first + 1 + random.below(artists - 1)) % artists],
      );
    pictures?.addRock(number);
  }
}

const START_MS = Date.UTC(2019, 3, 1);
const SPAN_MS = Date.UTC(2026, 8, 1) - START_MS;
const HOUR_MS = 3_600_000;

const isoOf = (ms) => new Date(ms).toISOString();
const dayOf = (ms) => isoOf(ms).slice(0, 10);

const POST_COLUMNS = [
  "rps_key",
  "uuid",
  "submission_id",
  "rock_number",
  "rock_number_qr",
  "location",
  "latitude",
  "longitude",
  "precision",
  "date",
  "comment",
  "name",
  "email",
  "show",
  "create_dt",
];
const IMAGE_COLUMNS = [
  "rps_key",
  "original_name",
  "current_name",
  "original_file",
  "show",
  "ready",
  "width",
  "height",
  "create_dt",
];

function insertJourneys(client, random, rocks, posts, pictures) {
  const post = insertInto(client, "rock_posts", POST_COLUMNS);
  const image = insertInto(client, "rock_post_images", IMAGE_COLUMNS);
  let key = 0;
  for (const stop of planJourneys(random, { rocks, posts, cities: CITIES })) {
    key++;
    const { rock_number, city, latitude, longitude } = stop;
    const sent = START_MS + stop.at * SPAN_MS;
    const found = sent - random.next() ** 3 * 240 * HOUR_MS;
    const create_dt = isoOf(sent);
    const date = random.chance(0.3)
      ? `${isoOf(found).slice(0, 19)}Z`
      : `${dayOf(found)}T00:00:00Z`;
    const show = random.chance(0.97);
    const located = show && random.chance(0.98);
    const name = random.chance(0.4) ? random.pick(SENDERS) : "";
    const uuid = uuidOf(random);
    const folder = { rock_number, uuid };
    post.run(
      key,
      uuid,
      random.chance(0.9) ? uuidOf(random) : null,
      rock_number,
      rock_number > 0 && random.chance(0.8) ? rock_number : null,
      `${random.pick(SPOTS)}, ${CITIES[city][0]}`,
      located ? latitude : null,
      located ? longitude : null,
      precisionOf(key),
      date,
      writeComment(random),
      name,
      name && random.chance(0.5) ? `finder${key}@example.org` : "",
      show ? 1 : 0,
      create_dt,
    );
    for (let nth = 0, images = pickImageCount(random); nth < images; nth++) {
      const current_name = random.hex(12);
      image.run(
        key,
        `IMG_${1000 + random.below(9000)}.jpg`,
        current_name,
        `${current_name}.jpg`,
        random.chance(0.98) ? 1 : 0,
        1,
        4000,
        3000,
        create_dt,
      );
      pictures?.addFind(folder, current_name);
    }
  }
}

/** Metres. One finder in five wants the place shown less exactly. */
const precisionOf = (key) => (key % 20 === 0 ? 10_000 : key % 5 ? 0 : 1000);

function uuidOf(random) {
  const hex = random.hex(32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** One to five images; more are rarer. */
function pickImageCount(random) {
  let images = 1;
  while (images < 5 && random.chance(0.4)) images++;
  return images;
}

/** One to six sentences; more are rarer. */
function writeComment(random) {
  let text = random.pick(SENTENCES);
  for (let more = 0; more < 5 && random.chance(0.5); more++)
    text += ` ${random.pick(SENTENCES)}`;
  return text;
}

function insertAlbums(client, random, pictures) {
  const album = insertInto(client, "albums", [
    "name",
    "display_name",
    "desc",
    "show",
    "order_num",
  ]);
  const photo = insertInto(client, "photos", [
    "pa_key",
    "original_file",
    "name",
    "display_name",
    "order_num",
    "ready",
    "width",
    "height",
    "bytes",
    "mtime_ms",
  ]);
  for (let nth = 1; nth <= 12; nth++) {
    const name = `album${nth}`;
    const { lastInsertRowid } = album.run(
      name,
      `Album ${nth}`,
      random.pick(SENTENCES),
      1,
      nth,
    );
    for (let n = 1; n <= 60; n++) {
      photo.run(
        lastInsertRowid,
        `${n}.jpg`,
        `${n}.webp`,
        "",
        n,
        1,
        4000,
        3000,
        1,
        1,
      );
      pictures?.addPhoto(name, String(n));
    }
  }
}

const PAGES = ["share-your-rock", "map", "home", "photos"];
const DEVICES = ["phone", "phone", "phone", "computer", "tablet"];

/** Visits of the last year. */
function insertVisits(client, random, rocks, count) {
  const visit = client.prepare(
    `INSERT OR IGNORE INTO rock_counts (day, rock_qr_number, page, device, address_prefix, visits) VALUES (?, ?, ?, ?, '', ?)`,
  );
  const days = Array.from({ length: 365 }, (_, ago) =>
    dayOf(START_MS + SPAN_MS - ago * 24 * HOUR_MS),
  );
  for (let n = 0; n < count; n++)
    visit.run(
      random.pick(days),
      String(1 + Math.floor(random.next() ** 2 * rocks)),
      random.pick(PAGES),
      random.pick(DEVICES),
      1 + random.below(9),
    );
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
