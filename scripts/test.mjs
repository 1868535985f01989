import { existsSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import {
  ensureBrowsersOfLongRun,
  ensureFirefox,
} from "./system/browsers-of-tests.mjs";
import { ensureRedis, ensureTestPrograms } from "./system/programs.mjs";
import { fail, runNode, startNode } from "./system/run.mjs";

const BROWSER_REPORT = ".cache/playwright.json";

const [only, ...more] = process.argv.slice(2);

/**
 * `npm test` runs these checks: first those that only read the code, side by side, then each of the others alone. If
 * the code can't be right, it stops there; otherwise one run names everything that fails. With the name of a check, it
 * runs only that one and hands the other arguments to the check's tool.
 */
const checks = {
  // Each further checker checks once more what they share.
  typecheck: {
    tool: "node_modules/typescript-native/bin/tsc",
    args: ["--checkers", "1"],
  },
  lint: { tool: "node_modules/oxlint/bin/oxlint", args: [] },
  format: {
    tool: "node_modules/oxfmt/bin/oxfmt",
    args: more.length ? [] : ["--check"],
  },
  code: useVitest(".cache/vitest-code.json", [
    "--project=code",
    // They share what they have parsed.
    "--no-file-parallelism",
  ]),
  unit: {
    ...useVitest(".cache/vitest.json", only ? [] : ["--project=!code"]),
    needs: [
      ensureRedis,
      ensureTestPrograms,
      ensureFirefox,
      ...(process.env.SOAK && !only ? [ensureBrowsersOfLongRun] : []),
    ],
  },
  e2e: {
    report: BROWSER_REPORT,
    needs: [ensureRedis, getBrowser],
    tool: "node_modules/playwright/cli.js",
    args: ["test"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT },
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }),
  },
};

function useVitest(report, args) {
  return {
    report,
    tool: "node_modules/vitest/vitest.mjs",
    args: [
      "run",
      ...args,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    count: ({ numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
    }),
    listFailures: ({ testResults }) =>
      testResults.flatMap(({ name, message, assertionResults }) => [
        ...(message ? [`${name}\n${message}`] : []),
        ...assertionResults
          .filter(({ status }) => status === "failed")
          .map(
            ({ fullName, failureMessages }) =>
              `${name}: ${fullName}\n${failureMessages.join("\n")}`,
          ),
      ]),
  };
}

async function getBrowser() {
  const { ensureHeadlessChromium } = await import("./system/chromium.mjs");
  ensureHeadlessChromium();
}

if (only && !(only in checks))
  fail(`There is no check '${only}', only ${Object.keys(checks).join(", ")}.`);

// A named part runs whole, including the long run's tests.
if (more.length > 0) process.env.SOAK ??= "1";
const running = only ? [only] : ["unit", "e2e"];
let preparing;
// All this can be done while a package still compiles, which comes first because the tests wait for it.
await ensureInstalled(() => {
  // The site's own work in the background has this priority, so it keeps up with the tests.
  os.setPriority(Math.max(10, os.getPriority()));
  preparing ??= Promise.all([only ? [] : readCode(), prepareMachine()]);
});
// The tests would wait for it, and one core is idle while the last of the checks goes on.
if (!only) await ensureBuilt();
const [broken] = await preparing;
const sum = { passed: 0, failed: 0 };
const failures = [];
if (!only) add(checks.code);
for (const name of broken.length ? [] : running) {
  const { tool, args, env, report, count, listFailures } = checks[name];
  console.log(`\n── ${name} ──`);
  if (report) rmSync(report, { force: true });
  if (runNode(tool, [...args, ...more], { env }) !== 0) broken.push(name);
  add({ report, count, listFailures });
}
// Once more at the end, because the browser's tests have printed a lot since.
for (const failure of failures) console.log(`\n✗ ${failure}`);
if (broken.length) {
  console.log(`\nFailed: ${broken.join(", ")}.`);
  sum.failed ||= 1;
}
if (sum.passed + sum.failed > 0)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = broken.length ? 1 : 0;

async function prepareMachine() {
  for (const name of running)
    for (const ensure of checks[name].needs ?? []) await ensure();
}

/** Runs the checks that need no build. Resolves to the names of those that have failed. */
async function readCode() {
  const names = ["typecheck", "lint", "format", "code"];
  const ended = await Promise.all(
    names.map((name) => startNode(checks[name].tool, checks[name].args)),
  );
  console.log(`\n── ${names.join(", ")} ──`);
  for (const { output } of ended) process.stdout.write(output);
  return names.filter((_, index) => ended[index].status !== 0);
}

function add({ report, count, listFailures }) {
  if (!report || !existsSync(report)) return;
  const result = JSON.parse(readFileSync(report, "utf8"));
  if (!only && listFailures) failures.push(...listFailures(result));
  const { passed, failed } = count(result);
  sum.passed += passed;
  sum.failed += failed;
}
