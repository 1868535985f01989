import { getDb, stopWritingSite } from "#db/client.server.ts";
import {
  databaseDamage,
  inOneLine,
  isOfDamage,
  onDamage,
} from "#db/damage.server.ts";
import { DomainError, describeDisk } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { readInThread } from "../large-reads/read-in-thread.server.ts";
import { adviseBackup } from "./snapshots.server.ts";

/** A site whose database is damaged writes nothing, and says what to do. */

export const isDamaged = () => databaseDamage() !== undefined;

/** Opens the site's database, and looks through it. Logs damage whenever it is noticed. */
export async function openSoundDatabase() {
  onDamage(tellLog);
  try {
    getDb();
  } catch (error) {
    if (!isOfDamage(error)) throw error;
    return stopWritingSite((error as Error).message);
  }
  await lookForDamage();
}

const tellLog = (reason: string) =>
  void adviseBackup().then((advice) =>
    log.error(
      `the database is damaged, so nothing is written any more. ${advice}`,
      { reason },
    ),
  );

/** Looks through the site's database, in a thread. Nothing is written any more if it is damaged. */
export async function lookForDamage() {
  try {
    const found = await readInThread("damage");
    if (found) stopWritingSite(new TextDecoder().decode(found));
  } catch (error) {
    log.warn("the database could not be looked through", { error });
  }
}

/** The database's damage and the way out; undefined as long as it is sound. */
export async function readDamage() {
  const reason = databaseDamage();
  return reason === undefined
    ? undefined
    : { reason, advice: await adviseBackup() };
}

export const damaged = async (reason: string) =>
  new DomainError(
    "unavailable",
    `The database is damaged: ${inOneLine(reason)}. ${await adviseBackup()}`,
  );

/** A command's message for an error: a sentence if a person can do something about it. */
export async function describeFailure(error: unknown) {
  if (error instanceof DomainError) return error.message;
  const { message, stack } = error as Error;
  return isOfDamage(error)
    ? (await damaged(message)).message
    : (describeDisk(error) ?? stack);
}
