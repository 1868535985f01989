import {
  OUT_OF_MEMORY_STATUS,
  type FromImageProcess,
  type JobData,
  type JobName,
  type Progress,
  type ToImageProcess,
} from "#domain/jobs/catalogue.ts";
import { readStoreId } from "#domain/store/store-id.server.ts";
import { handlers } from "./handlers.ts";
import { isOutOfMemory } from "./out-of-memory.ts";

/** The process that touches pictures: one job at a time from its parent, with which it ends. */

const MEMORY_CHECK_MS = 200;

function answer(message: FromImageProcess) {
  if (process.connected) process.send?.(message);
}

const handle = <N extends JobName>(
  name: N,
  data: JobData<N>,
  report: Progress,
) => handlers[name](data, report);

/** What a store that is away seems to say, such as that an original is gone, is not true. */
const isStoreAway = ({ store }: JobData<JobName>) => {
  try {
    return store !== undefined && readStoreId() !== store;
  } catch {
    return true;
  }
};

process.on("message", async ({ name, data }: ToImageProcess) => {
  if (isStoreAway(data)) return answer({ storeAway: true });
  const said = await handle(name, data, (done, total) =>
    answer({ done, total }),
  ).then(
    (result) => ({ result }),
    (error: unknown) => {
      if (isOutOfMemory(error)) endForMemory();
      return { error: error instanceof Error ? error.message : String(error) };
    },
  );
  answer(isStoreAway(data) ? { storeAway: true } : said);
});

process.on("disconnect", () => process.exit(0));
// The parent decides when this ends: a signal to the whole group must not cut a picture short.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

/** What got no memory once may be broken, so the next job gets a new process. */
function endForMemory(): never {
  process.stderr.write("the image process has reached its memory limit\n");
  process.exit(OUT_OF_MEMORY_STATUS);
}

// On Linux the system holds the limit.
if (process.platform !== "linux") {
  const memoryMax = Number(process.argv[2]);
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMax) endForMemory();
  }, MEMORY_CHECK_MS).unref();
}
