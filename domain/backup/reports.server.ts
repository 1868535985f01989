import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { writeWhenFree } from "#db/write.server.ts";
import { reports } from "#db/schema.ts";

/** Results of the last check and the last backup. The module that writes a report also reads its result. */

type ReportName = typeof reports.$inferSelect.name;

interface Report {
  ended_dt: string;
  result: unknown;
}

/** Replaces the last report, as soon as nobody else writes. */
export const saveReport = (
  name: ReportName,
  result: object,
  ended_dt?: string,
) => writeWhenFree((tx) => writeReport(tx, name, result, ended_dt));

export function writeReport(
  tx: Tx,
  name: ReportName,
  result: object,
  ended_dt = new Date().toISOString(),
) {
  const report = {
    ended_dt,
    result: JSON.stringify(result),
  };
  tx.insert(reports)
    .values({ name, ...report })
    .onConflictDoUpdate({ target: reports.name, set: report })
    .run();
}

/** Undefined when there is none yet. */
export function readReport(name: ReportName): Report | undefined {
  const row = getDb()
    .select()
    .from(reports)
    .where(eq(reports.name, name))
    .get();
  return row && { ended_dt: row.ended_dt, result: JSON.parse(row.result) };
}
