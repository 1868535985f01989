import { openPages } from "#app/http/open-page.server.ts";
import type { JobData, JobResult, Progress } from "#domain/jobs/catalogue.ts";
import { answerParent } from "#domain/jobs/image-process.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { formatCount } from "#core/words.ts";
import { describeDisk } from "#core/errors.ts";
import { makeKeepsake } from "#domain/keepsake/make-keepsake.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { keepsakeFile, KEEPSAKE_WORK } from "#domain/store/paths.ts";
import { makeFolder } from "#domain/store/write.server.ts";

/** The process that does the site's own jobs, keepsakes and backups. Its parent sends it one at a time. */

answerParent("site", {
  run: ({ name, data }, report) =>
    name === "keepsake" ? makeOne(data, report) : backUp(data, report),
  describe: (error) => describeDisk(error) ?? (error as Error).message,
});

async function backUp(
  { folder }: JobData<"back-up">,
  report: Progress,
): Promise<JobResult<"back-up">> {
  const made = await makeSnapshot(folder, (done, total) =>
    report(
      done,
      total,
      `${formatCount(done)} of ${formatCount(total)} pictures`,
    ),
  );
  const { files, bytes, missing, damaged } = made;
  return { files, bytes, missing: missing.length, damaged: damaged.length };
}

async function makeOne({ form }: JobData<"keepsake">, report: Progress) {
  await makeFolder("keepsake");
  return makeKeepsake({
    form,
    target: onDisk(keepsakeFile(form)),
    folder: onDisk(KEEPSAKE_WORK),
    openPage: await openPages(),
    report,
  });
}
