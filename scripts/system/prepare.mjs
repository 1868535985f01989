import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import {
  canInstallPackages,
  findOnPath,
  installPackages,
} from "./programs.mjs";
import { fail, root, runNode, startNode } from "./run.mjs";

// ── Packages ───────────────────────────────────────────────────────────────────────────────────

/** Bundles the code while a package compiles. Calls `onUnpacked` as soon as all packages are there. */
export async function ensureInstalled(onUnpacked = () => {}) {
  if (!isInstalled())
    await withLock(async () => {
      if (isInstalled()) return;
      console.log("Installing npm packages (about two minutes, once) …");
      if ((await npmInstall(onUnpacked)) && isInstalled()) return;
      getCompiler();
      const fromSource = { npm_config_build_from_source: "true" };
      if (!(await npmInstall(onUnpacked, fromSource)) || !isInstalled())
        fail(
          "The npm packages could not be installed; npm's message is above. The install needs the npm registry, and a C++ compiler, make and Python 3 if better-sqlite3 has no binary for this machine and this Node (on Debian or Ubuntu: apt-get install g++ make python3).",
        );
    });
  onUnpacked();
}

/** npm writes its copy of the lock file last, so the copy is missing after an interrupted install. */
function isInstalled() {
  const wanted = readLock("package-lock.json");
  const there = readLock("node_modules/.package-lock.json");
  return there !== undefined && isSame(wanted, there) && loadsNatively();
}

function readLock(file) {
  return existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8")).packages
    : undefined;
}

/** Skips optional packages, because they are for other platforms. */
function isSame(wanted, there) {
  return Object.entries(wanted).every(
    ([place, { version, optional, devOptional }]) =>
      place === "" ||
      optional ||
      devOptional ||
      there[place]?.version === version,
  );
}

/**
 * A build without `object-wrap.h` aborts Node 24 when a statement is garbage collected. In a separate process, because one
 * that failed to load the package fails again after a new install.
 */
function loadsNatively() {
  const code = `
    const db = new (require("better-sqlite3"))(":memory:");
    for (let n = 0; n < 100; n++) db.prepare("SELECT 1");
    for (let n = 0, kept = []; n < 1e6; n++) kept[n % 1e4] = [n];
    db.close();`;
  return spawnSync(process.execPath, ["-e", code], { cwd: root }).status === 0;
}

/** Packages run no scripts but those of `allowScripts` in package.json, which npm itself follows since version 11. */
async function npmInstall(onUnpacked, settings = {}) {
  const header = path.join(root, "scripts/system/object-wrap.h");
  const env = {
    ...settings,
    CXXFLAGS: `${process.env.CXXFLAGS ?? ""} -include "${header}"`,
    // SQLite's own choice. The package's -O3 takes half as long again to compile, and isn't faster.
    CFLAGS: `${process.env.CFLAGS ?? ""} -O2`,
    JOBS: "max",
  };
  // Uses the headers of this Node, so that compiling needs no download.
  const prefix = path.resolve(process.execPath, "../..");
  if (existsSync(path.join(prefix, "include/node/node.h")))
    env.npm_config_nodedir = process.env.npm_config_nodedir ?? prefix;
  const quiet = ["--loglevel=error", "--no-update-notifier"];
  const unpacked = await runNpm(
    ["ci", "--include=dev", "--prefer-offline", "--ignore-scripts", ...quiet],
    env,
  );
  if (!unpacked) return false;
  const compiling = runNpm(["rebuild", ...listAllowedScripts(), ...quiet], env);
  onUnpacked();
  // The Docker image is installed before the code is there. If bundling fails, the build tries it again and says why.
  if (existsSync("app")) await bundle();
  return compiling;
}

function listAllowedScripts() {
  const { allowScripts } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  );
  return Object.keys(allowScripts).filter((name) => allowScripts[name]);
}

async function runNpm(args, env) {
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith("npm-cli.js")
    ? [process.execPath, [npm]]
    : ["npm", []];
  const child = spawn(program, [...first, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (status) => resolve(status === 0));
  });
}

function getCompiler() {
  const missing = ["g++", "make", "python3"].filter(
    (program) => !findOnPath(program),
  );
  if (missing.length > 0 && canInstallPackages()) installPackages(missing);
}

// ── Build ──────────────────────────────────────────────────────────────────────────────────────

export const SOURCES = [
  "app",
  "core",
  "domain",
  "db",
  "worker",
  "languages",
  "lingui.config.js",
  "scripts/commands",
  "scripts/demo",
  "scripts/languages",
  "scripts/places",
  "scripts/system/browsers.mjs",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
  "vite.node.config.ts",
];
const BUNDLED = "build/bundled";
const BUILT = "build/built";

/** Builds the site and the programs beside it if their sources have changed since the last build. */
export async function ensureBuilt() {
  if (isMadeOf(BUILT, hashSources())) return;
  await withLock(async () => {
    const sources = hashSources();
    if (isMadeOf(BUILT, sources)) return;
    console.log("Building (about 30 seconds, after each change of the code) …");
    const problem = await bundle();
    if (problem !== undefined || makeGazetteer() !== 0)
      fail(`${problem ?? ""}\nThe build failed; the reason is above.`);
    writeFileSync(BUILT, sources);
  });
}

/** Needs no compiled package. Resolves to the bundlers' output if they failed. */
async function bundle() {
  const sources = hashSources();
  if (isMadeOf(BUNDLED, sources)) return undefined;
  // An interrupted build must not look complete, even if the sources change back.
  for (const stamp of [BUNDLED, BUILT]) rmSync(stamp, { force: true });
  for (const [tool, args] of [REMIX, LANGUAGES, VITE]) {
    const { status, output } = await startNode(tool, args, {
      NODE_ENV: "production",
    });
    if (status !== 0) return output;
  }
  packAssets();
  writeFileSync(BUNDLED, sources);
  return undefined;
}

/** Empties `build/` first. */
const REMIX = [
  "node_modules/@remix-run/dev/dist/cli.js",
  ["vite:build", "--logLevel=error"],
];
/** Writes the texts of each language. */
const LANGUAGES = ["scripts/languages/compile.mjs", []];
const VITE = [
  "node_modules/vite/bin/vite.js",
  ["build", "--config=vite.node.config.ts", "--logLevel=error"],
];

/** Returns the exit status. */
const makeGazetteer = () => runNode("build/node/places.js");

/** Builds the programs beside the site, the languages and the gazetteer. Returns the exit status. */
export const buildBesideSite = () =>
  runNode(...LANGUAGES) ||
  runNode(...VITE, { env: { NODE_ENV: "production" } }) ||
  makeGazetteer();

const isMadeOf = (stamp, sources) =>
  existsSync(stamp) && readFileSync(stamp, "utf8") === sources;

function hashSources() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(listFiles))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Lists a folder's files without hidden files and databases (`db/` also holds the site's own). */
function listFiles(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => !name.startsWith(".") && !name.includes(".sqlite"))
    .sort()
    .flatMap((name) => listFiles(`${place}/${name}`));
}

const ASSETS = "build/client/assets";
/** Bytes. Smaller files hardly shrink. */
const PACKED_MIN = 512;

/** Leaves a Brotli and a gzip form beside each built file that shrinks, for the site and for nginx. */
function packAssets() {
  for (const name of readdirSync(ASSETS)) {
    if (!/\.(js|css|svg|wasm|bin|json)$/.test(name)) continue;
    const file = `${ASSETS}/${name}`;
    const plain = readFileSync(file);
    if (plain.length < PACKED_MIN) continue;
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: size }));
    writeFileSync(
      `${file}.gz`,
      gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
    );
  }
}

// ── Lock ───────────────────────────────────────────────────────────────────────────────────────

const LOCK = ".cache/prepare.lock";

/** Runs `work` while no other command of this project prepares it. Takes over the lock of a dead command. */
async function withLock(work) {
  mkdirSync(".cache", { recursive: true });
  for (let waiting = false; !take(); waiting = true) {
    const pid = holder();
    if (!isAlive(pid)) rmSync(LOCK, { force: true });
    else if (!waiting)
      console.log(
        `Waiting for process ${pid}, which is preparing the project (${LOCK}) …`,
      );
    await setTimeout(250);
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** @returns whether nobody else had the lock */
function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The process that has the lock; 0 if it is just taking it, or letting go of it. */
function holder() {
  try {
    return Number(readFileSync(LOCK, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    // With 0 it asks for this process's own group.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
