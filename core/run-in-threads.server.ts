import path from "node:path";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { remember } from "./remember.server.ts";

interface ThreadOptions {
  /** Path of the thread's built script. It answers each message with one. */
  script: string;
  /** The limit of a thread's heap. */
  heapMb: number;
  /** Milliseconds that an answer may take. */
  timeLimit: number;
}

/** The limit for new objects, a third of Node's own. A thread's heap then grows less before it is collected. */
const YOUNG_MB = 16;

/** All that run. The site and its preload have some each. */
const running = remember("threads", () => new Set<Worker>());

/** Ends all threads, and with them what they read. */
export const endThreads = () =>
  Promise.all([...running].map((thread) => thread.terminate()));

/**
 * Returns a function that sends a message to a thread that is free and resolves to its answer. A thread starts when it is
 * first needed and stays. If it crashes, reaches the limit of its heap or the time limit, only its own message fails.
 */
export function prepareThreads<Message, Answer>({
  script,
  heapMb,
  timeLimit,
}: ThreadOptions) {
  const idle: Worker[] = [];

  function start() {
    const thread = new Worker(path.resolve(script), {
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    });
    // Without a listener, an error here would end the site. What runs has a listener of its own.
    thread.on("error", () => {});
    running.add(thread);
    thread.once("exit", () => {
      running.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  }

  return (message: Message) =>
    new Promise<Answer>((resolve, reject) => {
      const thread = idle.pop() ?? start();
      // Only a thread that works keeps the process alive. It is released again below.
      thread.ref();
      const deadline = setTimeout(() => {
        void thread.terminate();
        end(() => reject(new Error(`${script} took too long.`)));
      }, timeLimit);
      const end = (settle: () => void) => {
        clearTimeout(deadline);
        thread
          .off("message", onMessage)
          .off("error", onError)
          .off("exit", onExit);
        settle();
      };
      const onMessage = (answer: Answer) =>
        end(() => {
          thread.unref();
          idle.push(thread);
          resolve(answer);
        });
      // Some errors lose their class between threads.
      const onError = (error: unknown) =>
        end(() =>
          reject(
            error instanceof Error
              ? error
              : new Error(`${script} failed: ${inspect(error)}`),
          ),
        );
      const onExit = (code: number) =>
        end(() => reject(new Error(`${script} ended with ${code}.`)));
      thread.on("message", onMessage).on("error", onError).on("exit", onExit);
      thread.postMessage(message);
    });
}
