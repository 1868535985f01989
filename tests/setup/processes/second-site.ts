import { once } from "node:events";
import type { Place } from "../calls/backup.ts";
import { findFreePort, startChild } from "./child.ts";

/** Starts a second site on the same data, which has to end by itself. Its exit code is null if it was killed. */
export async function startSecondSite({ databasePath, mediaDir }: Place) {
  const lines: string[] = [];
  const child = startChild(
    process.execPath,
    ["scripts/system/serve.mjs"],
    lines,
    {
      PORT: String(await findFreePort()),
      DATABASE_PATH: databasePath,
      MEDIA_DIR: mediaDir,
      ADMIN_PASSWORD: "a harbour wall in May",
    },
  );
  const ended = once(child, "close").then(([status]) => ({
    status: status as number | null,
    lines,
  }));
  return { child, ended };
}
