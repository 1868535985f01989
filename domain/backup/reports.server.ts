import { getDb, type Tx } from "#db/client.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import { writeWhenFree } from "#db/write.server.ts";
import { reports } from "#db/schema.ts";

/** Results of the last check and the last backup. The module that writes a report also reads its result. */

type ReportName = typeof reports.$inferSelect.name;

export const saveReport = (name: ReportName, result: object) =>
  writeWhenFree((tx) => writeReport(tx, name, result));

export function writeReport(tx: Tx, name: ReportName, result: object) {
  const report = {
    ended_dt: new Date().toISOString(),
    result: JSON.stringify(result),
  };
  tx.insert(reports)
    .values({ name, ...report })
    .onConflictDoUpdate({ target: reports.name, set: report })
    .run();
}

/** The newest report, as it was saved; undefined before the first. @param db the site's, or another */
export function readReport<Result>(
  name: ReportName,
  db: SecondConnection = getDb().$client,
) {
  const row = db
    .prepare<[string], { ended_dt: string; result: string }>(
      "SELECT ended_dt, result FROM reports WHERE name = ?",
    )
    .get(name);
  return (
    row && {
      ended_dt: row.ended_dt,
      result: JSON.parse(row.result) as Result,
    }
  );
}
