import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { history, rockPostImages } from "#db/schema.ts";
import type { HistoryEntry } from "./answers.ts";

export type HistoryChanges = HistoryEntry["changes"];
export type HistoryAuthor = HistoryEntry["by"];

/** A finder's newest entries that a find keeps. One is 10 kB at most, so what a finder writes stays below 1 MB. */
const FINDERS_MAX = 100;

/** Notes what was done to a find, in the transaction that does it. `changes` never holds a key. */
export function recordHistory(
  tx: Tx,
  entry: {
    rps_key: number;
    by: HistoryAuthor;
    what: Exclude<HistoryEntry["what"], "sent">;
    changes?: HistoryChanges;
  },
) {
  const { rps_key, changes = {} } = entry;
  tx.insert(history)
    .values({ ...entry, changes: JSON.stringify(changes) })
    .run();
  if (isDecision(entry))
    tx.update(rockPostImages)
      .set({ looked_blurs: sql`${rockPostImages.blurs}` })
      .where(eq(rockPostImages.rps_key, rps_key))
      .run();
  tx.run(sql`
    DELETE FROM history WHERE rps_key = ${rps_key} AND "by" = 'finder' AND history_key <=
      (SELECT history_key FROM history WHERE rps_key = ${rps_key} AND "by" = 'finder'
        ORDER BY history_key DESC LIMIT 1 OFFSET ${FINDERS_MAX})`);
}

/** Whether somebody of the family decided on the whole find, and so has looked at it. */
const isDecision = ({ by, what }: Pick<HistoryEntry, "by" | "what">) =>
  by !== "finder" && (what === "shown" || what === "hidden");

/**
 * What a find's finder has changed since somebody of the family decided on the find, or changed the same field: for
 * each field what it was then, and what it is now.
 */
export function listChangesSinceLook(rpsKey: number): HistoryChanges {
  const entries = listHistory(rpsKey).reverse();
  const decided = entries.findLastIndex(isDecision);
  /** Fields that somebody of the family has seen; all after a decision. */
  const seen = new Set<string>();
  const changes = new Map<string, HistoryChanges[string]>();
  for (const { by, what, changes: made } of entries.slice(decided + 1)) {
    if (what !== "changed") continue;
    for (const [field, [before, after]] of Object.entries(made)) {
      if (by !== "finder") {
        seen.add(field);
        changes.delete(field);
      } else if (decided >= 0 || seen.has(field))
        changes.set(field, [changes.get(field)?.[0] ?? before, after]);
    }
  }
  return Object.fromEntries(
    [...changes].filter(([, [before, after]]) => before !== after),
  );
}

export const deleteHistory = (tx: Tx, rpsKey: number) =>
  tx.delete(history).where(eq(history.rps_key, rpsKey)).run();

export const listHistory = (rpsKey: number): HistoryEntry[] =>
  getDb()
    .all<Omit<HistoryEntry, "changes"> & { changes: string }>(
      sql`SELECT history_key, at, "by", what, changes FROM history WHERE rps_key = ${rpsKey}
           UNION ALL
          SELECT 0, create_dt, 'finder', 'sent', '{}' FROM rock_posts WHERE rps_key = ${rpsKey}
           ORDER BY history_key DESC`,
    )
    .map((row) => ({
      ...row,
      changes: JSON.parse(row.changes) as HistoryChanges,
    }));

export const changesBetween = <Field extends string>(
  before: Record<Field, HistoryChanges[string][0]>,
  after: Record<Field, HistoryChanges[string][0]>,
  fields: readonly Field[],
): HistoryChanges =>
  Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field], after[field]]]),
  );
