import * as v from "valibot";
import { OUT_OF_MEMORY_STATUS } from "#domain/jobs/catalogue.ts";
import {
  answerParent,
  pictureCheck,
} from "#domain/jobs/image-process.server.ts";
import { handlers, type Handler } from "./handlers.ts";
import { checkPicture } from "./images/derive.ts";
import { isOutOfMemory } from "./out-of-memory.ts";

/** The process that works on pictures. Its parent sends it one job, or one upload to check, at a time. */

const MEMORY_CHECK_MS = 200;

answerParent("worker", {
  run: ({ name, data }, report) => (handlers[name] as Handler)(data, report),
  others: {
    [pictureCheck.name]: async (given) =>
      checkPicture(v.parse(pictureCheck.data, given)),
  },
  describe(error) {
    if (isOutOfMemory(error)) endForMemory();
    return error instanceof Error ? error.message : String(error);
  },
});

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
