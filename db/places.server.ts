import Database from "better-sqlite3";

/** The gazetteer. The build makes it, and the site only reads it. */
export const PLACES_FILE = "build/places.sqlite";

// Kept across hot reloads in development, where modules are evaluated again.
const kept = globalThis as { placesDb?: Database.Database };

/** The gazetteer's database, opened at the first call. */
export function getPlacesDb(): Database.Database {
  return (kept.placesDb ??= new Database(PLACES_FILE, {
    readonly: true,
    fileMustExist: true,
  }));
}
