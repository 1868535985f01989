import {
  WORKER_MEMORY_MAX,
  type FromWorker,
  type ToWorker,
} from "#domain/job-catalogue.ts";
import { handlers } from "./handlers.ts";

/** The image process: takes jobs from the site that started it, and ends with it. */

const MEMORY_CHECK_MS = 500;

function answer(message: FromWorker) {
  if (process.connected) process.send?.(message);
}

process.on("message", async ({ id, name, data }: ToWorker) => {
  try {
    const result = await handlers[name](data, (done, total) =>
      answer({ id, done, total }),
    );
    answer({ id, result });
  } catch (error) {
    answer({
      id,
      error: error instanceof Error ? error.message : String(error),
    });
  }
});

process.on("disconnect", () => process.exit(0));
// The site decides when its worker ends: a signal to the whole group must not cut a picture short.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

setInterval(() => {
  if (process.memoryUsage.rss() <= WORKER_MEMORY_MAX) return;
  process.stderr.write("the image process has reached its memory limit\n");
  process.exit(70);
}, MEMORY_CHECK_MS).unref();
