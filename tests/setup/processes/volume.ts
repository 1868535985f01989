import { mkdirSync, renameSync, rmSync } from "node:fs";
import type { Site } from "./site.ts";

/** Has a site's store go away, as a volume does that is no longer mounted: its folder is there and empty. */
export function takeStoreAway({ mediaDir }: Pick<Site, "mediaDir">) {
  const elsewhere = `${mediaDir}.elsewhere`;
  renameSync(mediaDir, elsewhere);
  mkdirSync(mediaDir);
  return {
    /** What the volume holds meanwhile. */
    elsewhere,
    /** Brings it back; what was written into the empty folder is under it, out of sight. */
    bringBack() {
      rmSync(mediaDir, { recursive: true, force: true });
      renameSync(elsewhere, mediaDir);
    },
  };
}
