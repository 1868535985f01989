import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { FromWorker, ToWorker } from "../job-catalogue.ts";
import { policies, type JobName } from "../job-catalogue.ts";
import { log } from "../log.server.ts";
import {
  claimJob,
  failTry,
  finishJob,
  nextDue,
  noteProgress,
  onWake,
  requeueRunning,
  type JobRow,
} from "./ledger.server.ts";
import { taskOf, type Subject } from "./subjects.server.ts";

const WORKER = "build/node/worker.js";
/** Pictures at a time: one a core of the smallest machine this is meant for. */
const SLOTS = 2;
/** Longest sleep between two looks into the ledger, should a wake-up be lost. */
const LOOK_AGAIN_MS = 60_000;

interface Held {
  job: JobRow;
  deadline: NodeJS.Timeout;
}

export interface Engine {
  /** Lets what runs finish for so many milliseconds, then ends it; the ledger keeps what is left. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Empties the ledger with a child process, which may die at any moment without harm to the site.
 * @param worker the built script of that process
 */
export function startEmbeddedEngine(worker = WORKER): Engine {
  const held = new Map<string, Held>();
  let child: ChildProcess | undefined;
  let sleep: NodeJS.Timeout | undefined;
  let stopping = false;
  let limitHit: string | undefined;
  let whenIdle: (() => void) | undefined;

  function letGo(jobId: string) {
    const entry = held.get(jobId);
    if (!entry) return undefined;
    clearTimeout(entry.deadline);
    held.delete(jobId);
    if (held.size === 0) whenIdle?.();
    return entry.job;
  }

  function startChild() {
    const started = fork(path.resolve(worker), ["--embedded"], {
      stdio: "inherit",
    });
    child = started;
    started.on("message", (message: FromWorker) => {
      if ("total" in message)
        return noteProgress(message.id, message.done, message.total);
      const job = letGo(message.id);
      if (!job) return;
      if ("result" in message) finishJob(job, message.result);
      else {
        log.warn("a job failed", {
          job_id: job.job_id,
          kind: job.kind,
          error: message.error,
        });
        failTry(job, { how: "error", message: message.error });
      }
      pump();
    });
    // A child that could not be started reports an error and no exit.
    started.on("error", (error) =>
      endOfChild(
        started,
        `The image process failed: ${error.message}`,
        "killed",
      ),
    );
    started.on("exit", (code, signal) => {
      const outside =
        signal !== null && limitHit === undefined && signal === "SIGKILL";
      endOfChild(
        started,
        limitHit ?? `The image process ended (${signal ?? `code ${code}`}).`,
        outside ? "killed" : "crash",
      );
    });
  }

  function endOfChild(
    ended: ChildProcess,
    reason: string,
    how: "crash" | "killed",
  ) {
    if (child !== ended) return;
    child = undefined;
    limitHit = undefined;
    for (const id of [...held.keys()]) {
      const job = letGo(id);
      // At a stop the ledger hands what was cut short out again at the next start, uncounted.
      if (job && !stopping) {
        log.warn("a job lost its process", {
          job_id: job.job_id,
          kind: job.kind,
          reason,
        });
        failTry(job, { how, message: reason });
      }
    }
    pump();
  }

  function hand(job: JobRow) {
    const data = taskOf(JSON.parse(job.payload) as Subject);
    if (!data) return finishJob(job, undefined);
    if (!child) startChild();
    const name = job.kind as JobName;
    const deadline = setTimeout(() => {
      limitHit = `It took longer than ${policies[name].timeLimit / 1000} seconds.`;
      child?.kill("SIGKILL");
    }, policies[name].timeLimit);
    held.set(job.job_id, { job, deadline });
    child?.send({ id: job.job_id, name, data } satisfies ToWorker);
  }

  function pump() {
    clearTimeout(sleep);
    if (stopping) return;
    try {
      while (
        held.size < SLOTS &&
        ![...held.values()].some(({ job }) => job.crashes > 0)
      ) {
        const job = claimJob(held.size === 0);
        if (!job) break;
        hand(job);
      }
      const due = held.size < SLOTS ? nextDue() : undefined;
      const wait =
        due === undefined
          ? LOOK_AGAIN_MS
          : Math.min(LOOK_AGAIN_MS, Math.max(100, due - Date.now()));
      sleep = setTimeout(pump, wait);
    } catch (error) {
      log.error("the job ledger cannot be read", { error });
      sleep = setTimeout(pump, 1000);
    }
    sleep.unref();
  }

  requeueRunning();
  onWake(() => setImmediate(pump));
  pump();

  return {
    async stop(graceMs) {
      stopping = true;
      clearTimeout(sleep);
      if (held.size > 0)
        await new Promise<void>((resolve) => {
          const grace = setTimeout(resolve, graceMs);
          whenIdle = () => {
            clearTimeout(grace);
            resolve();
          };
        });
      child?.kill("SIGKILL");
    },
  };
}
