import { restore } from "#domain/operations/backup/restore.server.ts";
import { runCommand } from "./run-command.ts";

/** `npm run restore -- FILE` */
await runCommand("restore", async (file) => {
  const { files, missing, aside } = await restore(file);
  return [
    `Restored the database and ${files.toLocaleString("en")} pictures. Start the site: it makes their smaller versions by itself.`,
    ...(missing.count > 0
      ? [
          `${missing.count} originals that the database names are not in the backup, such as:`,
          ...missing.some,
        ]
      : []),
    ...(aside.length > 0
      ? ["What was there before is kept, until you remove it, as", ...aside]
      : []),
  ];
});
