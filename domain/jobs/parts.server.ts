import { countOf, formatCount } from "#core/words.ts";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { PICTURES_PER_JOB, type Picture } from "./catalogue.ts";
import { isRunning, nowIso, recordJob } from "./ledger.server.ts";

/** Large jobs: a parent whose pictures are made by its parts, about twenty each. */

/** Without pictures, the parent ends. @param note appended to the parent's message at its end */
export function recordParts(
  tx: Tx,
  parentId: string,
  pictures: Picture[],
  note?: string,
) {
  for (let from = 0; from < pictures.length; from += PICTURES_PER_JOB)
    recordJob(
      tx,
      "derive",
      { pictures: pictures.slice(from, from + PICTURES_PER_JOB) },
      { parent_id: parentId },
    );
  tx.update(jobs)
    .set({
      state: "running",
      total: pictures.length,
      done: 0,
      finished_dt: null,
      ...(note && { message: note }),
    })
    .where(eq(jobs.job_id, parentId))
    .run();
  endParent(tx, parentId);
}

/** Records a job that makes pictures in parts, after everything that somebody waits for. */
export const recordInParts = (tx: Tx, pictures: Picture[]) =>
  recordParts(tx, recordJob(tx, "derive", { pictures: [] }), pictures);

/** Counts the pictures of a part that has ended. The last part ends its parent. */
export function countInParent(
  tx: Tx,
  parentId: string | null,
  pictures: number,
) {
  if (parentId === null) return;
  tx.update(jobs)
    .set({ done: sql`${jobs.done} + ${pictures}` })
    .where(isRunning(parentId))
    .run();
  endParent(tx, parentId);
}

function endParent(tx: Tx, parentId: string) {
  const parts = eq(jobs.parent_id, parentId);
  const open = tx
    .select({ n: count() })
    .from(jobs)
    .where(and(parts, inArray(jobs.state, ["queued", "running"])))
    .get()!;
  if (open.n > 0) return;
  const failed = tx
    .select({ n: count() })
    .from(jobs)
    .where(and(parts, eq(jobs.state, "failed")))
    .get()!;
  const parent = tx.select().from(jobs).where(eq(jobs.job_id, parentId)).get()!;
  tx.update(jobs)
    .set({
      state: "succeeded",
      finished_dt: nowIso(),
      message: [sumUp(parent.total - failed.n, failed.n), parent.message]
        .filter(Boolean)
        .join(". "),
    })
    .where(isRunning(parentId))
    .run();
}

function sumUp(made: number, failed: number) {
  const images = `${countOf(made, "image")} made`;
  return failed === 0 ? images : `${images}, ${formatCount(failed)} failed`;
}
