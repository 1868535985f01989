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
  const { files, missing, damaged, broken, healed, aside, asideBytes } =
    await restore(place, reportProgress("files checked"));
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
  tellResult({ lacks });
  return [
    `Restored the database and ${files.toLocaleString("en")} pictures. Start the site: it makes their smaller versions by itself.`,
    ...lacks,
    ...(aside.length > 0
      ? [
          `What was there before takes ${sizeOf(asideBytes)}. It is kept, until you remove it, as`,
          ...aside,
        ]
      : []),
  ];
});
