import type { Tx } from "#db/client.server.ts";
import type {
  catalogue,
  JobData,
  JobName,
  JobPayload,
  JobResult,
} from "./catalogue.ts";
import type { JobRow } from "./ledger.server.ts";

/** A job whose payload has been read. */
export interface ReadJob<N extends JobName = JobName> {
  row: JobRow;
  payload: JobPayload<N>;
}

/** The outcome of a job that has a result. */
export type Outcome =
  /** It failed after all, for this reason. */
  | { error: string }
  | {
      error?: undefined;
      /** Applies the result, in the transaction that ends the job. */
      apply(tx: Tx): void;
      /** Runs once the job has ended. */
      afterwards?(): Promise<unknown>;
    };

/** Everything that the site knows of one kind of job: its entry of the catalogue, and its functions. */
export type JobKind<N extends JobName = JobName> = (typeof catalogue)[N] & {
  /** The worker's payload, with the paths as of now; undefined when there is nothing left to do. */
  getData(job: ReadJob<N>): JobData<N> | undefined;
  /**
   * Does the work that needs files or time, and returns the writes to make.
   * @param result undefined when there was nothing left to do
   */
  settle(job: ReadJob<N>, result: JobResult<N> | undefined): Promise<Outcome>;
  /** The smaller jobs that go on when this one is given up; absent or empty when it can't be divided. */
  divide?(job: ReadJob<N>): JobPayload<N>[];
  /** Notes that a job was given up which can't be divided. */
  applyFailure?(tx: Tx, job: ReadJob<N>, error: string): void;
};
