import { restore } from "#domain/operations/backup/restore.server.ts";
import type { Progress } from "#domain/operations/backup/sources.server.ts";
import { listSome, sizeOf } from "./describe.ts";
import { runCommand } from "./run-command.ts";
import { showProgress } from "./show-progress.ts";

/** `npm run restore -- PLACE` */
await runCommand("restore", async (place) => {
  const progress = showProgress<Progress>(
    ({ files, of }) =>
      `${files.toLocaleString("en")} ${of ? `of ${of.toLocaleString("en")} ` : ""}files checked`,
  );
  const { files, missing, damaged, aside, asideBytes } = await restore(
    place,
    progress.show,
  ).finally(progress.end);
  return [
    `Restored the database and ${files.toLocaleString("en")} pictures. Start the site: it makes their smaller versions by itself.`,
    ...listSome("Missing from the backup", missing),
    ...listSome("Damaged when the backup was made", damaged),
    ...(aside.length > 0
      ? [
          `What was there before takes ${sizeOf(asideBytes)}. It is kept, until you remove it, as`,
          ...aside,
        ]
      : []),
  ];
});
