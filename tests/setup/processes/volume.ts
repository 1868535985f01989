import { mkdirSync, renameSync, rmSync } from "node:fs";
import { until } from "../until.ts";
import type { Site } from "./site.ts";
import { site } from "#tests/setup/current-site.ts";

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

const isGone = (line: string) => line.includes("not this site's store");
const isBack = (line: string) => line.includes("the store is back");
const lastSeen = ({ lines }: Pick<Site, "lines">) =>
  lines.findLast((line) => isGone(line) || isBack(line)) ?? "the store is back";

/** Waits until the site has noticed that its store is away. It doesn't until `untilSeenBack` has ended. */
export const untilSeenAway = () =>
  until(() => isGone(lastSeen(site)) || undefined);

/** Waits until the site has noticed that its store is back, if it had noticed that it was away. */
export const untilSeenBack = () =>
  until(() => isBack(lastSeen(site)) || undefined);
