import { mkdirSync, renameSync, rmSync } from "node:fs";
import type { Site } from "./site.ts";

/** Takes a site's store away, as if its volume were no longer mounted: the folder is there but empty. */
export function takeStoreAway({ mediaDir }: Pick<Site, "mediaDir">) {
  const elsewhere = `${mediaDir}.elsewhere`;
  renameSync(mediaDir, elsewhere);
  mkdirSync(mediaDir);
  return {
    /** Where the store's files are in the meantime. */
    elsewhere,
    /** Brings it back. Files that were written into the empty folder are hidden below the volume. */
    bringBack() {
      rmSync(mediaDir, { recursive: true, force: true });
      renameSync(elsewhere, mediaDir);
    },
  };
}
