import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";

/**
 * All files below a folder, hidden ones too, as sorted paths from it. Leaves out the store's id. A folder that
 * the site removes in the meantime counts as empty.
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

export const sumOf = (bytes: Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex");
