/** What the site and its workers call each other's queue in Redis, and how a try that failed is told. */

export const QUEUE = "pictures";

/**
 * `stopped`: the worker was asked to end and gave the job back. `too_old`: the job is of a later version than
 * the worker. `store_away`: the worker doesn't see the store. None of them counts as a try.
 */
export type HowItFailed =
  "error" | "crash" | "killed" | "stopped" | "too_old" | "store_away";

export interface Failure {
  how: HowItFailed;
  message: string;
}

export const encodeFailure = (how: HowItFailed, message: string) =>
  JSON.stringify({ how, message });

/** Reads a failure's reason; one of BullMQ's own (a job whose workers kept dying) counts as `killed`. */
export function decodeFailure(reason: string): Failure {
  try {
    const { how, message } = JSON.parse(reason) as Failure;
    if (how && message) return { how, message };
  } catch {
    // Said by BullMQ, not by a worker of ours.
  }
  return { how: "killed", message: reason };
}

/** What a process that makes images says of itself. */
export interface WorkerReport {
  id: string;
  host: string;
  pid: number;
  /** ISO 8601, UTC. */
  started_dt: string;
  /** Jobs that it has done since then, well or not. */
  jobs_done: number;
  /** What it is at; null while it waits. `done` of `total` count pictures. */
  job: {
    job_id: string;
    kind: string;
    started_dt: string;
    done: number;
    total: number;
  } | null;
}

/** A worker's report stands in Redis under this and its id, and is gone when it is silent for so long. */
export const WORKER_KEY = `${QUEUE}:worker:`;
export const WORKER_SILENT_MS = 15_000;

/** A try's name in Redis begins with its job's id. */
export const jobIdOf = (tryId: string) => tryId.split("_")[0]!;

/** What empties the ledger: image processes of the site's own, or workers that Redis reaches. */
export interface Engine {
  /** Whether jobs that are recorded now are taken up; answers within 2 seconds. */
  isReachable(): Promise<boolean>;
  /** The processes that make images, as they report themselves; none where they can't be asked. */
  listWorkers(): Promise<WorkerReport[]>;
  /** Lets what runs here finish for so many milliseconds, then ends it; the ledger keeps what is left. */
  stop(graceMs: number): Promise<void>;
}
