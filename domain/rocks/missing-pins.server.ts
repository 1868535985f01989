import { and, eq, inArray, isNull } from "drizzle-orm";
import { write } from "#db/write.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import { PARENT, recordInParts } from "../jobs/parts.server.ts";

/**
 * Makes the pins that rocks of an older version's catalogue lack. Does nothing while the last such job runs. Leaves
 * a rock whose picture can't be read to the admin, who sees its error.
 */
export function makeMissingPins() {
  const isPlanned = write((tx) => {
    const open = tx
      .select({ job_id: jobs.job_id })
      .from(jobs)
      .where(
        and(
          eq(jobs.kind, "derive"),
          eq(jobs.payload, JSON.stringify(PARENT)),
          inArray(jobs.state, ["queued", "running"]),
        ),
      )
      .get();
    if (open) return false;
    const lacking = tx
      .select({ key: rocks.rc_key })
      .from(rocks)
      .where(
        and(
          eq(rocks.ready, true),
          eq(rocks.pin_ready, false),
          isNull(rocks.error),
        ),
      )
      .orderBy(rocks.rock_number)
      .all();
    if (lacking.length === 0) return false;
    recordInParts(
      tx,
      lacking.map(({ key }) => ({ of: "catalogue", key })),
    );
    return true;
  });
  if (isPlanned) startDueJobs();
}
