import { opendir } from "node:fs/promises";
import path from "node:path";
import { endWithParent } from "#core/signals.server.ts";
import { writeZip } from "#domain/backup/zip.server.ts";

/** Writes a backup's folder as a zip to standard output. The site starts it for a download. */

const folder = process.argv[2]!;
endWithParent(() => process.exit(1));

async function* listFiles(place: string): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(folder, place))) {
    const name = path.posix.join(place, entry.name);
    if (entry.isDirectory()) yield* listFiles(name);
    else if (entry.isFile()) yield name;
  }
}

const zip = writeZip(process.stdout);
for await (const name of listFiles("."))
  await zip.addFile(name, path.join(folder, name));
await zip.end();
process.exit(0);
