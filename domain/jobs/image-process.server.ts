import { fork, type ChildProcess } from "node:child_process";
import os from "node:os";
import path from "node:path";
import {
  OUT_OF_MEMORY_STATUS,
  policies,
  WORKER_MEMORY_MAX,
  type FromImageProcess,
  type JobData,
  type JobName,
  type JobResult,
  type Progress,
  type ToImageProcess,
} from "./catalogue.ts";
import { environmentOf } from "../core/settings.server.ts";

export const STORE_AWAY = "MEDIA_DIR is not the site's store.";

/** How a try ended without a result. */
export class JobError extends Error {
  /**
   * error: the handler said no. crash: the process ended by its own fault or at a limit.
   * killed: it was ended from outside, through no fault of the job's. store_away: the store is not there.
   */
  readonly how: "error" | "crash" | "killed" | "store_away";

  constructor(how: JobError["how"], message: string) {
    super(message);
    this.how = how;
  }
}

export const asJobError = (error: unknown) =>
  error instanceof JobError ? error : new JobError("error", String(error));

export interface ImageProcess {
  /**
   * Runs one job; only one at a time.
   * @throws {JobError}
   */
  run<N extends JobName>(
    name: N,
    data: JobData<N>,
    report: Progress,
  ): Promise<JobResult<N>>;
  /** Ends the process, and with it what it was doing. */
  stop(): void;
}

/** For glibc: what one thread has given back, another may have. A third less memory, as quick. */
const LEAN = { MALLOC_ARENA_MAX: "1" };
/** Answers go first. */
const NICENESS = 10;

/**
 * On Linux the system itself gives a process no more memory than it may have, however fast it asks. A shell
 * sets the limit and then becomes Node, so process number, signals and messages are Node's own. The limit is
 * on memory that can be written to, because V8 reserves far more addresses than it uses. If the machine
 * sets a lower one, that one holds. On other systems the process watches its memory by itself.
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
  /** The built process. */
  script?: string;
  /** Milliseconds a job may take without getting on; as the catalogue says where absent. */
  timeLimit?: number;
  /** Bytes of memory the process may take; one that needs more ends. */
  memoryMax?: number;
}

/**
 * A process of its own for the pictures, which may die without harm to the one that started it. It is
 * started with its first job, and anew with the next one after it has ended.
 */
export function prepareImageProcess({
  script = "build/node/image-process.js",
  timeLimit,
  memoryMax = WORKER_MEMORY_MAX,
}: ImageProcessOptions = {}): ImageProcess {
  let child: ChildProcess | undefined;

  function start() {
    const started = fork(path.resolve(script), [String(memoryMax)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: environmentOf(["MEDIA_DIR", "LOG_LEVEL"], LEAN),
      ...withinMemory(memoryMax),
    });
    // At once: the threads that it starts take this over.
    if (started.pid)
      os.setPriority(started.pid, Math.max(NICENESS, os.getPriority()));
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.once("exit", forget);
    started.on("error", forget);
    return (child = started);
  }

  return {
    run: (name, data, report) =>
      new Promise((resolve, reject) => {
        const running = child ?? start();
        const limit = timeLimit ?? policies[name].timeLimit;
        let limitHit: string | undefined;
        const deadline = setTimeout(() => {
          limitHit = `It took longer than ${limit / 1000} seconds.`;
          running.kill("SIGKILL");
        }, limit);
        const end = (settle: () => void) => {
          clearTimeout(deadline);
          running
            .off("message", onMessage)
            .off("exit", onExit)
            .off("error", onError);
          settle();
        };
        const onMessage = (message: FromImageProcess) => {
          if ("total" in message) {
            deadline.refresh();
            report(message.done, message.total);
          } else if ("result" in message)
            end(() => resolve(message.result as JobResult<typeof name>));
          else if ("storeAway" in message)
            end(() => reject(new JobError("store_away", STORE_AWAY)));
          else end(() => reject(new JobError("error", message.error)));
        };
        const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
          const outside = signal === "SIGKILL" && limitHit === undefined;
          const reason = limitHit ?? describeEnd(code, signal, memoryMax);
          end(() => reject(new JobError(outside ? "killed" : "crash", reason)));
        };
        // A process that could not be started, or not be spoken to, says so and does not exit.
        const onError = (error: Error) =>
          end(() =>
            reject(
              new JobError(
                "killed",
                `The image process failed: ${error.message}`,
              ),
            ),
          );
        running
          .on("message", onMessage)
          .on("exit", onExit)
          .on("error", onError);
        running.send({ name, data } as ToImageProcess);
      }),
    stop: () => child?.kill("SIGKILL"),
  };
}

/** For the admin. A process that gets no more memory ends in one of many ways, depending on which part of it asked. */
function describeEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  memoryMax: number,
) {
  const most = `${Math.floor(memoryMax / 1_000_000)} MB of memory`;
  if (code === OUT_OF_MEMORY_STATUS) return `It needs more than ${most}.`;
  return signal === null
    ? `The image process ended (code ${code}).`
    : `The image process ended (${signal}): the picture is broken, or needs more than ${most}.`;
}
