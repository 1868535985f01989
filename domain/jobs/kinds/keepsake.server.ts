import { eq } from "drizzle-orm";
import { jobs } from "#db/schema.ts";
import { keepsakeWork } from "../../store/paths.ts";
import { catalogue, type JobResult } from "../catalogue.ts";
import type { JobKind } from "./job-kind.ts";

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
  divide: () => [],
  applyFailure: () => 0,
};

const describe = ({ pages, pictures, leftOut }: JobResult<"keepsake">) =>
  [
    `${count(pages, "page")} and ${count(pictures, "picture")}`,
    ...(leftOut > 0 ? [`${count(leftOut, "file")} missing in the store`] : []),
  ].join(", ");

const count = (amount: number, one: string) =>
  `${amount.toLocaleString("en")} ${amount === 1 ? one : `${one}s`}`;
