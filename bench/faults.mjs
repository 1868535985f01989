import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { root, run, runNode } from "../scripts/system/run.mjs";

/**
 * `npm run bench -- faults`: takes commits that mended something out of the code again, one by one, in a worktree, and
 * says which of them `npm test` notices, and which the long run alone. `-- faults COMMIT` tries only those named.
 *
 * Each line of faults.txt has such a commit and the test files that are run. If the code around a mend has changed so
 * much that it can't be taken out any more, replace its line.
 */

const PRODUCT = ["app", "core", "domain", "db", "worker", "scripts"];
const TREE = path.join(root, ".cache/faults");

const git = (args, options = {}) =>
  execFileSync("git", args, {
    cwd: TREE,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 1e8,
    ...options,
  });

/** @returns whether the tests notice that something is wrong */
function isNoticed(files, env) {
  const notices = (check, own) =>
    own.length > 0 &&
    runNode(path.join(TREE, "scripts/test.mjs"), [check, ...own], {
      env,
      stdio: "ignore",
    }) !== 0;
  const isBrowser = (file) => file.startsWith("e2e/");
  const named = (own) => own.map((file) => `tests/${file}`);
  return (
    notices("unit", named(files.filter((file) => !isBrowser(file)))) ||
    notices("e2e", named(files.filter(isBrowser)))
  );
}

function tryWithout(commit, files) {
  git(["checkout", "--quiet", "--force", "--detach", head]);
  const mend = git(["diff", `${commit}^`, commit, "--", ...PRODUCT]);
  try {
    git(["apply", "--reverse"], { input: mend });
  } catch {
    return "can't be taken out any more";
  }
  if (isNoticed(files, { SOAK: "" })) return "npm test";
  return isNoticed(files, { SOAK: "1" }) ? "the long run" : "nothing";
}

const head = execFileSync("git", ["rev-parse", "HEAD"], {
  cwd: root,
  encoding: "utf8",
}).trim();
if (!existsSync(TREE))
  run("git", ["worktree", "add", "--quiet", "--detach", TREE, head]);
if (!existsSync(`${TREE}/node_modules`))
  symlinkSync(path.join(root, "node_modules"), `${TREE}/node_modules`);

const asked = process.argv.slice(2);
const faults = readFileSync(path.join(root, "bench/faults.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(/\s+/))
  .filter(([commit]) => asked.length === 0 || asked.includes(commit));

const sums = {};
for (const [commit, ...files] of faults) {
  const noticedBy = tryWithout(commit, files);
  sums[noticedBy] = (sums[noticedBy] ?? 0) + 1;
  const subject = git(["log", "-1", "--format=%s", commit]).trim();
  console.log(`${commit}  ${noticedBy.padEnd(12)}  ${subject}`);
}
console.log(
  `\nNoticed by: ${Object.entries(sums)
    .map(([by, count]) => `${by} ${count}`)
    .join(", ")}`,
);
