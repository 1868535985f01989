import { readdirSync } from "node:fs";
import path from "node:path";

/** All files below a folder as sorted paths from it, hidden ones too. The id of a store is not among them. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== ".store-id")
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(folder, entry.name)).map((file) =>
            path.join(entry.name, file),
          )
        : [entry.name],
    )
    .sort();
}
