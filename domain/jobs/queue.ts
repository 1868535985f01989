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

/** Dispatches the ledger's jobs: to image processes of the site's own, or to workers through Redis. */
export interface Engine {
  /** Whether jobs that are recorded now are started. Answers within 2 seconds. */
  isReachable(): Promise<boolean>;
  /** The processes that make images, as they report themselves; empty if they can't be asked. */
  listWorkers(): Promise<WorkerReport[]>;
  /** Gives running jobs this many milliseconds to finish, then ends them. The ledger keeps the rest. */
  stop(graceMs: number): Promise<void>;
}
