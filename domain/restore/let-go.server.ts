import { closeDbForGood } from "#db/client.server.ts";
import { endLargeReads } from "../large-reads/read-in-thread.server.ts";
import { stopChecks } from "#domain/uploads/check-picture.server.ts";
import { releaseLocks } from "#domain/store/site-lock.server.ts";

/** Lets go of database and store, so that another process can replace them. This one can't use them any more. */
export async function letGoOfSite() {
  stopChecks();
  await endLargeReads();
  closeDbForGood();
  releaseLocks();
}
