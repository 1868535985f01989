import { once } from "node:events";
import type { Site } from "../processes/site.ts";
import { startChild } from "../processes/child.ts";

type Data = Pick<Site, "databasePath" | "mediaDir">;

/** Starts what `npm run check` runs on a site's data once everything is built, without a terminal. */
export const startCheck = (data: Data, ...args: string[]) =>
  start("build/node/check.js", data, args);

export const runCheck = (...started: Parameters<typeof startCheck>) =>
  startCheck(...started).ended;

/** Runs the npm command itself, which looks first whether everything is installed and built. */
export const runNpmCheck = (data: Data, ...args: string[]) =>
  start("scripts/run-built.mjs", data, ["check", ...args]).ended;

function start(
  program: string,
  { databasePath, mediaDir }: Data,
  args: string[],
) {
  const lines: string[] = [];
  const child = startChild(process.execPath, [program, ...args], lines, {
    DATABASE_PATH: databasePath,
    MEDIA_DIR: mediaDir,
  });
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    lines,
  }));
  return { child, lines, ended };
}
