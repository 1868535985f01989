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
  process.on("disconnect", () => process.exit(0));
  // Only the parent ends this process, so that a signal to the whole group doesn't interrupt a picture.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {});
}
