import { readReread, rereadBackups } from "#domain/backup/reread.server.ts";
import {
  checkOriginals,
  withSite,
} from "#domain/check/check-originals.server.ts";
import {
  summarizeResult,
  type CheckSummary,
  type FromCheckProcess,
} from "#domain/check/report.server.ts";

/**
 * The process in which the site checks its originals and its backups. It tells the site what it finds, and writes
 * nothing but sound copies into backups.
 */

// The site has ended.
process.once("disconnect", () => process.exit());

const send = (message: FromCheckProcess | { result: CheckSummary }) =>
  new Promise<void>((resolve, reject) =>
    process.send!(message, undefined, undefined, (error: Error | null) =>
      error ? reject(error) : resolve(),
    ),
  );

try {
  await withSite(async (db) => {
    const result = await checkOriginals(db, {
      onSums: (sums) => void send({ sums }),
    });
    const { broken } = result;
    if (broken.length > 0) await send({ broken });
    const backups = await rereadBackups(readReread(db));
    if (backups) await send({ backups });
    await send({ result: summarizeResult(result) });
  });
  process.disconnect();
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exit(1);
}
