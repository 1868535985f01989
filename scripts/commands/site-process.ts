import { openPages } from "#app/http/open-page.server.ts";
import {
  readTask,
  type FromImageProcess,
  type JobData,
  type JobResult,
  type JobTask,
} from "#domain/jobs/catalogue.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { formatCount } from "#core/words.ts";
import { describeDisk } from "#core/errors.ts";
import { makeKeepsake } from "#domain/keepsake/make-keepsake.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { keepsakeFile, KEEPSAKE_WORK } from "#domain/store/paths.ts";
import { isStoreAway } from "#domain/store/store-id.server.ts";
import { makeFolder, removeOthers } from "#domain/store/write.server.ts";

/** The process that does the site's own jobs, keepsakes and backups. Its parent sends it one at a time. */

function answer(message: FromImageProcess) {
  if (process.connected) process.send?.(message);
}

const doOne = ({ name, data }: JobTask<"site">) =>
  name === "keepsake" ? makeOne(data) : backUp(data);

async function backUp({
  folder,
  keep,
}: JobData<"back-up">): Promise<JobResult<"back-up">> {
  const made = await makeSnapshot(folder, keep, (done, total) =>
    answer({
      is: "progress",
      done,
      total,
      message: `${formatCount(done)} of ${formatCount(total)} pictures`,
    }),
  );
  const { files, bytes, missing, damaged } = made;
  return { files, bytes, missing: missing.length, damaged: damaged.length };
}

async function makeOne({ form, folder }: JobData<"keepsake">) {
  const target = keepsakeFile(form);
  await makeFolder("keepsake");
  // Only one is made at a time, so all others were given up.
  await removeOthers(KEEPSAKE_WORK, [folder]);
  return makeKeepsake({
    form,
    target: onDisk(target),
    folder: onDisk(folder),
    openPage: await openPages(),
    report: (done, total, message) =>
      answer({ is: "progress", done, total, message }),
  });
}

async function answerJob(name: string, given: unknown) {
  const task = readTask("site", name, given);
  if (isStoreAway(task.data)) return answer({ is: "store_away" });
  try {
    answer({ is: "result", result: await doOne(task) });
  } catch (error) {
    answer(
      isStoreAway(task.data)
        ? { is: "store_away" }
        : { is: "error", error: reasonOf(error) },
    );
  }
}

function reasonOf(error: unknown) {
  return describeDisk(error) ?? (error as Error).message;
}

process.on("message", ({ name, data }: { name: string; data: unknown }) =>
  answerJob(name, data).catch((error: unknown) =>
    answer({ is: "error", error: reasonOf(error) }),
  ),
);

process.on("disconnect", () => process.exit(0));
// Only the parent ends this process.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
