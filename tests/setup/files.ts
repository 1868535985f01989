import { readdirSync } from "node:fs";
import path from "node:path";

/** All files below a folder, hidden ones too, as sorted paths from it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(folder, entry.name)).map((file) =>
            path.join(entry.name, file),
          )
        : [entry.name],
    )
    .sort();
}
