import { existsSync, mkdirSync } from "node:fs";
import { canInstallPackages, installPackages } from "./system/apt.mjs";
import { findOnPath } from "./system/find-on-path.mjs";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { ensureRedis } from "./system/redis.mjs";
import { run, runNode } from "./system/run.mjs";

/**
 * `npm run bench`: measures the site beside its peers, and writes docs/benchmark.json, docs/growth.svg and
 * the table in README.md. `-- --quick` tells roughly, on smaller data, and keeps nothing of it there; with
 * names, such as `-- images map`, only those sections.
 */

/** Programs that the site is measured beside, and Debian's packages that they come in. */
const PEERS = {
  vipsthumbnail: "libvips-tools",
  gm: "graphicsmagick",
  identify: "imagemagick",
  ffmpeg: "ffmpeg",
  nginx: "nginx-light",
  "heif-enc": "libheif-examples",
};

/** What only the measuring needs: it stands apart from the site's own packages. */
const TOOLS = { echarts: "6.1.0", lighthouse: "13.5.0" };
const FOLDER = ".cache/bench/tools";

await ensureInstalled();
await ensureBuilt();
ensureRedis();
const { ensureHeadlessChromium } = await import("./system/chromium.mjs");
ensureHeadlessChromium();
const missing = Object.keys(PEERS).filter((program) => !findOnPath(program));
// One by one: what can't be had is left out, and named in the result.
if (canInstallPackages())
  for (const program of missing) installPackages([PEERS[program]]);
if (
  !Object.keys(TOOLS).every((name) =>
    existsSync(`${FOLDER}/node_modules/${name}`),
  )
) {
  mkdirSync(FOLDER, { recursive: true });
  run("npm", [
    "install",
    `--prefix=${FOLDER}`,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...Object.entries(TOOLS).map((tool) => tool.join("@")),
  ]);
}
process.exitCode = runNode("node_modules/tsx/dist/cli.mjs", [
  "tests/bench/run.ts",
  ...process.argv.slice(2),
]);
