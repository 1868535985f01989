import { describeKept } from "#domain/restore/restore-report.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import {
  listAll,
  listSome,
  reportProgress,
  runCommand,
  sizeOf,
  tellResult,
} from "../system/command.ts";

/** `npm run restore -- PLACE` */
await runCommand("restore", async (place) => {
  const restored = await restore(place, reportProgress("files checked"));
  const { files, missing, damaged, broken, healed, boxes_kept } = restored;
  const { aside, asideBytes } = restored;
  const kept = describeKept(boxes_kept);
  if (broken.length > 0) process.exitCode = 1;
  const lacks = [
    ...(healed > 0
      ? [
          `${healed.toLocaleString("en")} that had changed in the backup were taken from another backup or the store.`,
        ]
      : []),
    ...listAll("Changed in the backup, with no sound copy", broken),
    ...listSome("Missing from the backup", missing),
    ...listSome("Damaged when the backup was made", damaged),
  ];
  tellResult({ lacks, boxes_kept });
  return [
    `Restored the database and ${files.toLocaleString("en")} pictures. Start the site: it makes their smaller versions by itself.`,
    ...(kept ? [`${kept}.`] : []),
    ...lacks,
    ...(aside.length > 0
      ? [
          `What was there before takes ${sizeOf(asideBytes)}. It is kept, until you remove it, as`,
          ...aside,
        ]
      : []),
  ];
});
