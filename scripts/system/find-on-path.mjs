import { accessSync, constants } from "node:fs";
import path from "node:path";

export function findOnPath(program) {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
