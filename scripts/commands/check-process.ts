import { endWithParent } from "#core/signals.server.ts";
import { readReread, rereadBackups } from "#domain/backup/reread.server.ts";
import {
  checkOriginals,
  withSite,
} from "#domain/check/check-originals.server.ts";
import { summarizeResult, type Checked } from "#domain/check/nightly.server.ts";

/** The process in which the site checks its originals and its backups. It writes nothing but sound copies into backups. */

endWithParent();

try {
  const result = await withSite(async (db): Promise<Checked> => {
    const found = await checkOriginals(db, { takesSums: true });
    const { sums, broken } = found;
    const backups = await rereadBackups(readReread(db));
    return { summary: summarizeResult(found), sums, broken, backups };
  });
  process.send!({ result }, undefined, undefined, () => process.disconnect());
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exit(1);
}
