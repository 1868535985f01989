import { isStoreAway } from "../store/store-id.server.ts";
import {
  readTask,
  type Doer,
  type JobTask,
  type Progress,
} from "./catalogue.ts";

export type FromJobProcess =
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

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      (result): FromJobProcess => ({ is: "result", result }),
      (error): FromJobProcess => ({ is: "error", error: describe(error) }),
    );

  async function doJob(name: string, given: unknown) {
    const task = readTask(doer, name, given);
    const report: Progress = (done, total, message) =>
      answer({ is: "progress", done, total, message });
    if (isStoreAway(task.data)) return answer({ is: "store_away" });
    const said = await outcomeOf(run(task, report));
    answer(isStoreAway(task.data) ? { is: "store_away" } : said);
  }

  process.on("message", ({ name, data }: { name: string; data: unknown }) => {
    const other = others[name];
    const work = other
      ? outcomeOf(other(data)).then(answer)
      : doJob(name, data);
    work.catch((error: unknown) =>
      answer({ is: "error", error: describe(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
  // Only the parent ends this process, so that a signal to the whole group doesn't interrupt a picture.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {});
}
