import { once } from "node:events";
import type { Site } from "../processes/site.ts";
import { startChild } from "../processes/child.ts";

type Data = Pick<Site, "databasePath" | "mediaDir">;

/** Starts `npm run check` on a site's data, without a terminal. */
export function startCheck(
  { databasePath, mediaDir }: Data,
  ...args: string[]
) {
  const lines: string[] = [];
  const child = startChild(
    process.execPath,
    ["scripts/check.mjs", ...args],
    lines,
    { DATABASE_PATH: databasePath, MEDIA_DIR: mediaDir },
  );
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    lines,
  }));
  return { child, lines, ended };
}

export const runCheck = (...started: Parameters<typeof startCheck>) =>
  startCheck(...started).ended;
