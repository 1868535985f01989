import { existsSync, mkdirSync } from "node:fs";
import {
  canInstallPackages,
  ensureRedis,
  findOnPath,
  installPackages,
} from "./system/programs.mjs";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { run, runNode } from "./system/run.mjs";

/**
 * `npm run bench`: compares the site with its peers, and writes docs/performance.md and docs/benchmark.json.
 * `-- --quick` gives rough figures on smaller data, and names such as `-- images map` run only those sections; both
 * write to .cache/bench/result/ instead. `-- faults` tries the tests: see bench/faults.mjs
 */

/** The programs that the site is compared with, and their Debian packages. */
const PEERS = {
  vipsthumbnail: "libvips-tools",
  gm: "graphicsmagick",
  identify: "imagemagick",
  ffmpeg: "ffmpeg",
  nginx: "nginx-light",
  "heif-enc": "libheif-examples",
  rsync: "rsync",
  restic: "restic",
};

/** Only the benchmark needs it, so it is installed apart from the site's own packages. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const FOLDER = ".cache/bench/tools";

await ensureInstalled();
const [section, ...words] = process.argv.slice(2);
if (section === "faults") process.exit(runNode("bench/faults.mjs", words));
await ensureBuilt();
ensureRedis();
const { ensureHeadlessChromium } = await import("./system/chromium.mjs");
ensureHeadlessChromium();
const missing = Object.keys(PEERS).filter((program) => !findOnPath(program));
// One by one, because the benchmark leaves a missing peer out and names it in the result.
if (canInstallPackages())
  for (const program of missing) installPackages([PEERS[program]]);
if (!existsSync(`${FOLDER}/node_modules/lighthouse`)) {
  mkdirSync(FOLDER, { recursive: true });
  run("npm", [
    "install",
    `--prefix=${FOLDER}`,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    LIGHTHOUSE,
  ]);
}
process.exitCode = runNode("bench/start.mjs", [
  "bench/run.ts",
  ...process.argv.slice(2),
]);
