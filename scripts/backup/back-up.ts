import { backUp } from "#domain/operations/backup/back-up.server.ts";
import { runCommand } from "./run-command.ts";

/** `npm run backup -- FILE` */
await runCommand("backup", async (file) => {
  const { files, bytes, missing, ...made } = await backUp(file);
  const size = (bytes / 1_048_576).toLocaleString("en", {
    maximumFractionDigits: 1,
  });
  return [
    `Backed up the database and ${files.toLocaleString("en")} pictures, ${size} MB: ${made.file}`,
    ...(missing.count > 0
      ? [
          `${missing.count} originals that the database names are not in the store, such as:`,
          ...missing.some,
        ]
      : []),
  ];
});
