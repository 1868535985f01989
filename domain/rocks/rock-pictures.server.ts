import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { prepared } from "#db/prepared.server.ts";
import { versionOf } from "#core/hash.server.ts";

interface RockPicture {
  folder: string;
  original_file: string;
  pin_ready: number;
}

/** Increase it when pins are cut in another way, so that every pin gets a new address. */
const CUT = 1;

/** Undefined for a rock that is not in the catalogue. */
export const getRockPicture = prepared<RockPicture>(
  "SELECT folder, original_file, pin_ready FROM rocks WHERE rock_number = ?",
);

/** Ends a pin's address, so that a replaced picture has a new one. Null while there is no pin. */
export const pinVersion = (rock: RockPicture | undefined) =>
  rock?.pin_ready ? versionOf([CUT, rock.original_file]).slice(0, 8) : null;

/** The versions of all pin pictures on the map, by rock number. Only for a map of few rocks. */
export const listPinVersions = (): Record<number, string> =>
  Object.fromEntries(
    getDb()
      .all<RockPicture & { rock_number: number }>(
        sql`SELECT rock_number, folder, original_file, pin_ready FROM rock_pins JOIN rocks USING (rock_number)
             WHERE pin_ready = 1`,
      )
      .map((rock) => [rock.rock_number, pinVersion(rock)!]),
  );
