/** Keys and messages that the site and its workers share in Redis. */

export const QUEUE = "pictures";

/** The report of a process that makes images. */
export interface WorkerReport {
  id: string;
  host: string;
  pid: number;
  /** ISO 8601, UTC. */
  started_dt: string;
  /** Jobs that have ended since then, well or not. */
  jobs_done: number;
  /** Its current job; null while it waits. `done` and `total` count pictures. */
  job: {
    job_id: string;
    kind: string;
    started_dt: string;
    done: number;
    total: number;
  } | null;
}

/** A worker's report is in Redis under this and its id. It expires when the worker is silent for `WORKER_SILENT_MS`. */
export const WORKER_KEY = `${QUEUE}:worker:`;
export const WORKER_SILENT_MS = 15_000;

/** A try's name in Redis begins with its job's id. */
export const jobIdOf = (tryId: string) => tryId.split("_")[0]!;
