import Database from "better-sqlite3";
import { remember } from "#domain/core/remember.server.ts";

/** The gazetteer: made by the build, only ever read. */
export const PLACES_FILE = "build/places.sqlite";

/** The gazetteer's database, opened at the first call. */
export const getPlacesDb = (): Database.Database =>
  remember(
    "places database",
    () => new Database(PLACES_FILE, { readonly: true, fileMustExist: true }),
  );
