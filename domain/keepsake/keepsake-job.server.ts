import { countOf } from "#core/words.ts";
import { eq } from "drizzle-orm";
import { jobs } from "#db/schema.ts";
import { keepsakeWork } from "../store/paths.ts";
import { catalogue, type JobResult } from "../jobs/catalogue.ts";
import type { JobKind } from "../jobs/job-kind.ts";

export const keepsake: JobKind<"keepsake"> = {
  ...catalogue.keepsake,
  getData: ({ row, payload }) => ({
    ...payload,
    folder: keepsakeWork(row.job_id),
  }),
  settle: ({ row }, result) =>
    Promise.resolve({
      apply(tx) {
        tx.update(jobs)
          .set({ message: result ? describe(result) : "" })
          .where(eq(jobs.job_id, row.job_id))
          .run();
      },
    }),
};

const describe = ({ pages, pictures, leftOut }: JobResult<"keepsake">) =>
  [
    `${countOf(pages, "page")} and ${countOf(pictures, "picture")}`,
    ...(leftOut > 0
      ? [`${countOf(leftOut, "file")} missing in the store`]
      : []),
  ].join(", ");
