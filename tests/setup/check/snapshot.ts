import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { onDisk } from "#domain/store/disk.server.ts";
import {
  manifestLines,
  writeManifest,
} from "#domain/backup/manifest.server.ts";
import { sumOf } from "./filled-store.ts";

/**
 * Copies originals into a folder that is laid out as a backup's snapshot.
 * @param moved changes the place that an original has there
 */
export async function copyAsSnapshot(
  folder: string,
  places: string[],
  moved = (place: string) => place,
) {
  const files = places.map((place) => {
    const name = `media/${moved(place)}`;
    const to = path.join(folder, name);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(onDisk(place), to, { preserveTimestamps: true });
    return {
      path: name,
      size: statSync(to).size,
      sha256: sumOf(readFileSync(to)),
    };
  });
  await writeManifest(
    path.join(folder, "manifest.json"),
    manifestLines(files, {
      complete: true,
      missing: [],
      damaged: [],
    }),
  );
}
