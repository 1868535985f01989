/** What the site and its workers call each other's queue in Redis, and how a try that failed is told. */

export const QUEUE = "pictures";

/** `stopped`: the worker was asked to end and gave the job back; that counts as no try. */
export type HowItFailed = "error" | "crash" | "killed" | "stopped";

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
