import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { unzip } from "../kept-site.ts";
import { site } from "./test.ts";

/** Makes a keepsake of the site and unpacks it. The folder is there until `look` is done. */
export async function withKeepsake(look: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-kept-"));
  const zip = path.join(folder, "rocks.zip");
  const { databasePath: DATABASE_PATH, mediaDir: MEDIA_DIR } = site;
  try {
    await promisify(execFile)(
      process.execPath,
      ["build/node/keepsake.js", zip],
      { env: { ...process.env, DATABASE_PATH, MEDIA_DIR } },
    );
    await unzip(zip, path.join(folder, "kept"));
    await look(path.join(folder, "kept"));
  } finally {
    await rm(folder, { recursive: true });
  }
}
