import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, root, run, runNode } from "../scripts/system/run.mjs";
import { faults, listMisfits } from "./faults/list.mjs";

/**
 * `npm run bench -- faults`: puts known faults into the code again, one by one, in a worktree, and says which of them
 * `npm test` notices, and which the long run alone. `-- faults WORDS` tries only those whose name has these words.
 *
 * faults/list.mjs has the faults, each with the test files that are run.
 */

const TREE = path.join(root, ".cache/faults");

const git = (args, cwd = TREE) =>
  execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

/** @returns whether the tests notice that something is wrong */
const isNoticed = (files, { isLongRun }) =>
  [
    ["unit", "--passWithNoTests", (file) => !file.startsWith("e2e/")],
    ["e2e", "--pass-with-no-tests", (file) => file.startsWith("e2e/")],
  ].some(([check, option, isOwn]) => {
    const own = files
      // `npm test` would find no test in those of the long run.
      .filter((file) => isOwn(file) && (isLongRun || !file.includes(".soak.")))
      .map((file) => `tests/${file}`);
    const env = { SOAK: isLongRun ? "1" : "" };
    const args = [check, option, ...own];
    return (
      own.length > 0 &&
      runNode(inTree("scripts/test.mjs"), args, { env, stdio: "ignore" }) !== 0
    );
  });

const inTree = (file) => path.join(TREE, file);

function tryWith({ edits, tests }) {
  git(["checkout", "--quiet", "--force", "--detach", head]);
  for (const { file, from, to } of edits) {
    const text = readFileSync(inTree(file), "utf8");
    // A function, because `$` means something in a text.
    writeFileSync(
      inTree(file),
      text.replace(from, () => to),
    );
  }
  // Otherwise tests that can't begin would seem to notice it.
  if (runNode(inTree("scripts/build.mjs"), [], { stdio: "ignore" }) !== 0)
    return "the build";
  if (isNoticed(tests, { isLongRun: false })) return "npm test";
  return isNoticed(tests, { isLongRun: true }) ? "the long run" : "nothing";
}

const head = git(["rev-parse", "HEAD"], root).trim();
if (!existsSync(TREE))
  run("git", ["worktree", "add", "--quiet", "--detach", TREE, head]);
if (!existsSync(`${TREE}/node_modules`))
  symlinkSync(path.join(root, "node_modules"), `${TREE}/node_modules`);
git(["checkout", "--quiet", "--force", "--detach", head]);

const words = process.argv.slice(2).join(" ");
const asked = faults.filter(({ name }) => name.includes(words));
if (asked.length === 0) fail(`No fault is named '${words}'.`);
const misfits = listMisfits(TREE, asked);
if (misfits.length > 0)
  fail(`bench/faults/list.mjs doesn't fit the code:\n${misfits.join("\n")}`);

const sums = {};
for (const fault of asked) {
  const noticedBy = tryWith(fault);
  sums[noticedBy] = (sums[noticedBy] ?? 0) + 1;
  console.log(`${noticedBy.padEnd(12)}  ${fault.name}`);
}
console.log(
  `\nNoticed by: ${Object.entries(sums)
    .map(([by, count]) => `${by} ${count}`)
    .join(", ")}`,
);
