import * as v from "valibot";
import {
  OUT_OF_MEMORY_STATUS,
  readTask,
  type FromImageProcess,
  type JobTask,
  type Progress,
} from "#domain/jobs/catalogue.ts";
import { pictureCheck } from "#domain/jobs/image-process.server.ts";
import { isStoreAway } from "#domain/store/store-id.server.ts";
import { handlers, type Handler } from "./handlers.ts";
import { checkPicture } from "./images/check-picture.ts";
import { isOutOfMemory } from "./out-of-memory.ts";

/**
 * The process that works on pictures. Its parent sends it one job, or one upload to check, at a time. It ends when its
 * parent does.
 */

const MEMORY_CHECK_MS = 200;

function answer(message: FromImageProcess) {
  if (process.connected) process.send?.(message);
}

const run = (
  { name, data }: JobTask<"worker">,
  report: Progress,
): Promise<unknown> => (handlers[name] as Handler)(data, report);

async function answerJob(name: string, given: unknown) {
  const task = readTask("worker", name, given);
  if (isStoreAway(task.data)) return answer({ is: "store_away" });
  const said = await outcomeOf(
    run(task, (done, total) => answer({ is: "progress", done, total })),
  );
  answer(isStoreAway(task.data) ? { is: "store_away" } : said);
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (result) => ({ is: "result" as const, result }),
    (error: unknown) => {
      if (isOutOfMemory(error)) endForMemory();
      return failure(error);
    },
  );

const answerCheck = async (given: unknown) =>
  answer(await outcomeOf(checkPicture(v.parse(pictureCheck.data, given))));

const failure = (error: unknown) => ({
  is: "error" as const,
  error: error instanceof Error ? error.message : String(error),
});

process.on("message", ({ name, data }: { name: string; data: unknown }) => {
  const work =
    name === pictureCheck.name ? answerCheck(data) : answerJob(name, data);
  work.catch((error: unknown) => answer(failure(error)));
});

process.on("disconnect", () => process.exit(0));
// Only the parent ends this process, so that a signal to the whole group doesn't interrupt a picture.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

/** Ends this process, because one that got no memory may be broken. The next job gets a new one. */
function endForMemory(): never {
  process.stderr.write("the image process has reached its memory limit\n");
  process.exit(OUT_OF_MEMORY_STATUS);
}

// On Linux the system enforces the limit.
if (process.platform !== "linux") {
  const memoryMax = Number(process.argv[2]);
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMax) endForMemory();
  }, MEMORY_CHECK_MS).unref();
}
