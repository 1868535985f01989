import { readdirSync } from "node:fs";
import path from "node:path";

/**
 * All files below a folder as sorted paths from it, hidden ones too. The id of a store is not among them. A
 * folder that the site removes meanwhile has none.
 */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== ".store-id")
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesIn(path.join(folder, entry.name)).map((file) =>
            path.join(entry.name, file),
          )
        : [entry.name],
    )
    .sort();
}

function filesIn(folder: string) {
  try {
    return filesBelow(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
