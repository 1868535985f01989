import type { ChildProcess } from "node:child_process";
import os from "node:os";
import * as v from "valibot";
import {
  catalogue,
  OUT_OF_MEMORY_STATUS,
  WORKER_MEMORY_MAX,
  type Doer,
  type JobTask,
  type Progress,
  JobError,
  readTask,
  storeAwayError,
  TimeLimitError,
} from "./catalogue.ts";
import { forkBeside } from "#core/run-beside.server.ts";
import type { SettingName } from "#core/settings.server.ts";
import { endWithParent, isFromOutside } from "#core/signals.server.ts";
import { Blur } from "#core/blurs.ts";
import { isStoreAway } from "../store/store-id.server.ts";
import { refusalReasons } from "../images/refusals.server.ts";

export interface ImageProcess {
  /** One at a time. Reports the newest progress once a second. @returns the answer, unread @throws {JobError} */
  run(task: JobTask | CheckTask, report: Progress): Promise<unknown>;
  stop(): void;
}

/** For glibc: threads share one pool of memory. Takes a third less memory, and no more time. */
const LEAN = { MALLOC_ARENA_MAX: "1" };
const NICENESS = 10;
const REPORT_MS = 1000;

/**
 * On Linux a shell sets the limit and then becomes Node. It counts memory that can be written to, because V8 reserves far
 * more addresses than it uses. On other systems the process watches its memory by itself.
 */
const withinMemory = (bytes: number) =>
  process.platform === "linux"
    ? {
        execPath: "/bin/sh",
        execArgv: [
          "-c",
          'ulimit -d "$0" 2>/dev/null || :; exec "$@"',
          String(Math.floor(bytes / 1024)),
          process.execPath,
        ],
      }
    : {};

export interface ImageProcessOptions {
  script?: string;
  settings?: SettingName[];
  /** Whether it ends with each job, because it has much in memory and the next job may be weeks away. */
  endsWithJob?: boolean;
  /** Milliseconds a job may take from one picture to the next; the catalogue's limit if absent. */
  timeLimit?: number;
  /** Bytes of memory the process may take. One that needs more ends. */
  memoryMax?: number;
  /** As the system counts it: 0 is the site's own, and a larger number lets more go first. */
  niceness?: number;
}

/** Whether a process keeps its parent from ending, which only one that works does. */
function keepAlive(child: ChildProcess, how: "ref" | "unref") {
  child[how]();
  child.channel?.[how]();
}

/** May die without harm to its parent. Starts with its first job, and with the next one after it has ended. */
export function prepareImageProcess({
  script = "build/node/image-process.js",
  settings = [],
  endsWithJob = false,
  timeLimit,
  memoryMax = WORKER_MEMORY_MAX,
  niceness = NICENESS,
}: ImageProcessOptions = {}): ImageProcess {
  let child: ChildProcess | undefined;

  function start() {
    const started = forkBeside(
      script,
      [String(memoryMax)],
      ["MEDIA_DIR", "LOG_LEVEL", ...settings],
      {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: LEAN,
        ...withinMemory(memoryMax),
      },
    );
    // At once, because the threads that it starts inherit this.
    if (started.pid)
      os.setPriority(started.pid, Math.max(niceness, os.getPriority()));
    const dropChild = () => {
      if (child === started) child = undefined;
    };
    started.once("exit", dropChild);
    started.on("error", dropChild);
    return (child = started);
  }

  return {
    run: (task, report) =>
      new Promise((resolve, reject) => {
        const running = child ?? start();
        const { timeLimit: ofKind } =
          task.name === pictureCheck.name ? pictureCheck : catalogue[task.name];
        const limit = timeLimit ?? ofKind;
        let limitHit: string | undefined;
        let newest: Parameters<Progress> | undefined;
        const reporter = setInterval(() => {
          if (newest) report(...newest);
          newest = undefined;
        }, REPORT_MS);
        const deadline = setTimeout(() => {
          limitHit = `It took longer than ${limit / 1000} seconds.`;
          running.kill("SIGKILL");
        }, limit);
        const end = (settle: () => void) => {
          clearTimeout(deadline);
          clearInterval(reporter);
          running
            .off("message", onMessage)
            .off("exit", onExit)
            .off("error", onError);
          keepAlive(running, "unref");
          if (endsWithJob) {
            if (child === running) child = undefined;
            running.kill("SIGKILL");
          }
          settle();
        };
        const fail = (error: JobError) => end(() => reject(error));
        const onMessage = (said: FromJobProcess) => {
          switch (said.is) {
            case "progress":
              deadline.refresh();
              newest = [said.done, said.total, said.message];
              return;
            case "result":
              return end(() => resolve(said.result));
            case "error":
              return fail(new JobError("error", said.error));
            case "store_away":
              return fail(storeAwayError());
          }
        };
        const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
          if (limitHit) return fail(new TimeLimitError("crash", limitHit));
          const reason = describeEnd(code, signal, memoryMax);
          fail(
            new JobError(isFromOutside(signal) ? "killed" : "crash", reason),
          );
        };
        // A process that can't be started, or can't be sent a message, emits this and no exit.
        const onError = (error: Error) =>
          fail(
            new JobError(
              "killed",
              `The image process failed: ${error.message}`,
            ),
          );
        running
          .on("message", onMessage)
          .on("exit", onExit)
          .on("error", onError);
        keepAlive(running, "ref");
        running.send(task);
      }),
    stop() {
      child?.kill("SIGKILL");
      child = undefined;
    },
  };
}

/** For the admin. A process that gets no more memory ends in one of many ways, depending on the code that asked for it. */
function describeEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  memoryMax: number,
) {
  const most = `${Math.floor(memoryMax / 1_000_000)} MB of memory`;
  if (code === OUT_OF_MEMORY_STATUS) return `It needs more than ${most}.`;
  if (signal === null) return `The image process ended (code ${code}).`;
  // A system that runs out of memory kills too.
  return isFromOutside(signal) && signal !== "SIGKILL"
    ? `The image process was ended from outside (${signal}).`
    : `The image process ended (${signal}): the picture is broken, or needs more than ${most}.`;
}

/** Makes one derivative of an upload, or of an original. Not a job of the ledger, because the sender waits for the answer. */
export const pictureCheck = {
  name: "check-picture",
  // On a busy machine, an ordinary photograph takes many times its second.
  timeLimit: 60_000,
  data: v.object({
    file: v.string(),
    /** Whether its first bytes are enough, because a smaller copy of it was checked. */
    hasCopy: v.boolean(),
    derivative: v.optional(v.picklist(["sm", "webp"]), "sm"),
    blurs: v.optional(v.array(Blur)),
  }),
  result: v.union([
    v.object({ refused: v.picklist(refusalReasons) }),
    v.object({
      /** Without a dot. */
      extension: v.string(),
      sha256: v.string(),
      /** The derivative, in base64; absent if it has a copy. */
      made: v.optional(v.string()),
    }),
  ]),
} as const;
export interface CheckTask {
  name: typeof pictureCheck.name;
  data: v.InferOutput<typeof pictureCheck.data>;
}
export type CheckedPicture = v.InferOutput<typeof pictureCheck.result>;

// ── The process itself ─────────────────────────────────────────────────────────────────────────

type FromJobProcess =
  | { is: "progress"; done: number; total: number; message?: string }
  | { is: "result"; result: unknown }
  | { is: "error"; error: string }
  | { is: "store_away" };

interface Work<D extends Doer> {
  run(task: JobTask<D>, report: Progress): Promise<unknown>;
  /** Work that is no job, by its name. */
  others?: Record<string, (given: unknown) => Promise<unknown>>;
  describe(error: unknown): string;
}

export function answerParent<D extends Doer>(
  doer: D,
  { run, others = {}, describe }: Work<D>,
) {
  function answer(message: FromJobProcess) {
    if (process.connected) process.send?.(message);
  }

  const done = (result: unknown): FromJobProcess => ({ is: "result", result });
  const failed = (error: unknown): FromJobProcess => ({
    is: "error",
    error: describe(error),
  });

  async function doJob(name: string, given: unknown): Promise<FromJobProcess> {
    const task = readTask(doer, name, given);
    const report: Progress = (done, total, message) =>
      answer({ is: "progress", done, total, message });
    if (isStoreAway(task.data)) return { is: "store_away" };
    const said = await run(task, report).then(done, failed);
    return isStoreAway(task.data) ? { is: "store_away" } : said;
  }

  process.on("message", ({ name, data }: { name: string; data: unknown }) => {
    const work = others[name]?.(data).then(done) ?? doJob(name, data);
    work.then(answer).catch((error: unknown) => answer(failed(error)));
  });
  endWithParent();
}
