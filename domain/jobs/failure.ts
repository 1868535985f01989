/** Failures of a job's try, and their form between a worker and the site. */

/**
 * `error`: the job can't be done. `crash`: the process ended by its own fault or at a limit. `killed`: it
 * was ended from outside, through no fault of the job's. These three count as tries.
 *
 * `stopped`: the worker was asked to end and gave the job back. `too_old`: the job is of a later version than the
 * worker. `store_away`: the worker doesn't see the store.
 */
export type FailureKind =
  | "error"
  | "crash"
  | "killed"
  | "stopped"
  | "too_old"
  | "store_away";

export interface Failure {
  kind: FailureKind;
  message: string;
}

export class JobError extends Error implements Failure {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A process was ended because it took longer than its time limit. */
export class TimeLimitError extends JobError {}

export const asJobError = (error: unknown) =>
  error instanceof JobError ? error : new JobError("error", String(error));

export const storeAwayError = () =>
  new JobError("store_away", "MEDIA_DIR is not the site's store.");

/** Workers and sites of other versions read this too, so its fields keep their names. */
export const encodeFailure = ({ kind, message }: Failure) =>
  JSON.stringify({ how: kind, message });

/** Reads a failure's reason. One of BullMQ's own, for a job whose workers kept dying, counts as `killed`. */
export function decodeFailure(reason: string): JobError {
  try {
    const { how, message } = JSON.parse(reason) as {
      how?: FailureKind;
      message?: string;
    };
    if (how && message) return new JobError(how, message);
  } catch {
    // BullMQ's own words, not those of a worker of ours.
  }
  return new JobError("killed", reason);
}
