import Database from "better-sqlite3";
import { remember } from "#core/remember.server.ts";

/** The gazetteer. The build makes it, and the site only reads it. */
export const PLACES_FILE = "build/places.sqlite";

export const getPlacesDb = (): Database.Database =>
  remember(
    "places database",
    () => new Database(PLACES_FILE, { readonly: true, fileMustExist: true }),
  );
