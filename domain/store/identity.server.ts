import { msg } from "@lingui/core/macro";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import {
  getDb,
  type Tx,
  isBehind,
  requireKnownVersion,
  applySettingsIn,
} from "#db/client.server.ts";
import {
  type SecondConnection,
  openSecondConnection,
} from "#db/copy.server.ts";
import { keepSecret, readSecret } from "#db/secrets.server.ts";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import {
  holdsOriginals,
  readStoreId,
  writeStoreId,
} from "./store-id.server.ts";
import { onDisk, storeRoot } from "./disk.server.ts";
import { describeUnwritable } from "./owner.server.ts";
import { getSettings } from "#core/settings.server.ts";

/**
 * Database and store hold the same random id. A folder without it isn't our store, so nothing is written or removed
 * there: what looks empty would cost the photographs of the real one.
 */

const NAME = "store-id";

export const storeAway = () =>
  new DomainError(
    "unavailable",
    msg`The folder with the photographs is not there at the moment, so nothing can be saved or deleted. Please try again later.`,
    { retryAfter: 30 },
  );

/** The id that database and store share; undefined before the first start. */
export const storeId = () => readSecret(NAME);

/** The same of another database. */
const storeIdIn = (db: SecondConnection) =>
  db
    .prepare<[string], string>("SELECT value FROM secrets WHERE name = ?")
    .pluck()
    .get(NAME);

export const setStoreId = (tx: Tx, id: string) => keepSecret(tx, NAME, id);

/** Whether `MEDIA_DIR` is this database's store, and can be written. Read at each call. */
export function isStoreHere(): boolean {
  const why = whyAway();
  if (why !== undefined && !isAway) {
    isAway = true;
    log.error(why, { folder: storeRoot(), id: storeId() });
  }
  return why === undefined;
}

/** Whether the store was away the last time that anybody looked. */
let isAway = false;

const NOT_OURS =
  "MEDIA_DIR is not this site's store: mount the right folder. If it is the right one, write the id into its file .store-id";

/** The reason that the store can't be used, in one line; undefined if it can. */
function whyAway(): string | undefined {
  try {
    const id = storeId();
    // A folder that is gone is made anew for a new site only.
    const unwritable =
      id === undefined || existsSync(storeRoot())
        ? describeUnwritable(storeRoot())
        : undefined;
    if (unwritable !== undefined) return unwritable;
    const ours = id ?? claimStore();
    return ours !== undefined && readStoreId() === ours ? undefined : NOT_OURS;
  } catch (error) {
    return `The store can't be read: ${(error as Error).message}`;
  }
}

export function requireStore() {
  if (!isStoreHere()) throw storeAway();
}

/** Makes sure, right before rows are committed, that the originals that they name are in our store. */
export function requireArrived(places: string[]) {
  const isThere = places.every((place) => existsSync(onDisk(place)));
  requireStore();
  if (!isThere) throw storeAway();
}

/** Writes the id into store and database at the first start. Undefined when the folder is another site's store. */
function claimStore(): string | undefined {
  const there = readStoreId();
  if (there !== undefined && holdsOriginals()) return undefined;
  const id = there ?? randomUUID();
  mkdirSync(storeRoot(), { recursive: true });
  if (there === undefined) writeStoreId(id);
  keepSecret(getDb(), NAME, id);
  return id;
}

const WATCH_MS = 2_000;

/** Calls `onReturn` when the store is back after it was away. @returns a function that stops this */
export function watchStore(onReturn: () => void) {
  const watch = setInterval(() => {
    if (!isStoreHere() || !isAway) return;
    log.info("the store is back");
    isAway = false;
    onReturn();
  }, WATCH_MS).unref();
  return () => clearInterval(watch);
}

/** For commands that work beside a site, which may be running. */

export function requireDatabase() {
  const { DATABASE_PATH } = getSettings();
  if (!existsSync(DATABASE_PATH))
    throw new DomainError(
      "not_found",
      `There is no site here: no database is at ${DATABASE_PATH}.`,
    );
}

/** Opens the site's database for reading. Its settings are in force from then on. */
export function openSite(): SecondConnection {
  requireDatabase();
  const db = openSecondConnection(getSettings().DATABASE_PATH);
  try {
    requireKnownVersion(db);
    if (isBehind(db))
      throw new DomainError(
        "unavailable",
        "The database is of an older version. Start the site once, which updates it.",
      );
    applySettingsIn(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A store that is away looks empty. @param consequence ends the refusal, such as "nothing was backed up" */
export function requireStoreOf(site: SecondConnection, consequence: string) {
  const id = storeIdIn(site);
  if (id !== undefined && readStoreId() !== id)
    throw new DomainError(
      "unavailable",
      `${storeRoot()} is not this site's store: ${consequence}.`,
    );
}
