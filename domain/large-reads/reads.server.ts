import { getDb } from "#db/client.server.ts";
import { isOfDamage } from "#db/damage.server.ts";
import { listPins, writePins } from "../finds/journeys.server.ts";
import { packPins } from "../finds/packed-pins.ts";
import { writeCatalogue } from "../rocks/rocks.server.ts";
import { writeSitemap } from "./sitemap.server.ts";

/** Faults that SQLite finds in the site's database; undefined if it is sound. */
function findDamage() {
  try {
    const { $client } = getDb();
    const said = $client.pragma("quick_check(1)", { simple: true }) as string;
    return said === "ok" ? undefined : said;
  } catch (error) {
    if (isOfDamage(error)) return (error as Error).message;
    throw error;
  }
}

/**
 * Public responses about everything at once, and a look through the whole database. They take hundreds of
 * milliseconds with 100,000 rocks, so only the thread of large reads makes them.
 */
export const LARGE_READS = {
  pins: writePins,
  packedPins: () => packPins(listPins()),
  catalogue: writeCatalogue,
  sitemap: writeSitemap,
  damage: findDamage,
} satisfies Record<
  string,
  (...args: never[]) => string | Uint8Array<ArrayBuffer> | undefined
>;

export type LargeReads = typeof LARGE_READS;
/** A request to the thread: a read by its name, with its arguments. */
export type LargeRead = {
  [Name in keyof LargeReads]: [Name, ...Parameters<LargeReads[Name]>];
}[keyof LargeReads];
/** Undefined if there is nothing of the kind. */
export type LargeBody = Uint8Array<ArrayBuffer> | undefined;
