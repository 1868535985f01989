import { existsSync, readFileSync, rmSync } from "node:fs";
import { ensureInstalled } from "./system/prepare.mjs";
import { ensureNginx } from "./system/nginx.mjs";
import { ensureRedis } from "./system/redis.mjs";
import { fail, runNode } from "./system/run.mjs";

const UNIT_REPORT = ".cache/vitest.json";
const BROWSER_REPORT = ".cache/playwright.json";

/**
 * `npm test` runs every check in this order and stops at the first that fails. With the name of a check, it
 * runs only that one and hands the other arguments to the check's tool.
 */
const checks = {
  typecheck: {
    run: (more) =>
      runNode("node_modules/typescript/bin/tsc", [
        "--incremental",
        "--tsBuildInfoFile",
        ".cache/typescript.json",
        ...more,
      ]),
  },
  lint: {
    run: (more) =>
      runNode("node_modules/eslint/bin/eslint.js", [
        ".",
        "--cache",
        "--cache-location=.cache/eslint",
        ...more,
      ]),
  },
  format: {
    run: (more) =>
      runNode("node_modules/prettier/bin/prettier.cjs", [
        ".",
        "--check",
        "--cache",
        "--cache-location=.cache/prettier",
        ...more,
      ]),
  },
  unit: {
    report: UNIT_REPORT,
    needs: [ensureRedis, ensureNginx],
    run: (more) =>
      runNode("node_modules/vitest/vitest.mjs", [
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${UNIT_REPORT}`,
        ...more,
      ]),
    count: ({ numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
    }),
  },
  e2e: {
    report: BROWSER_REPORT,
    needs: [ensureRedis, getBrowser],
    run: (more) =>
      runNode("node_modules/playwright/cli.js", ["test", ...more], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT },
      }),
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }),
  },
};

async function getBrowser() {
  const { ensureHeadlessChromium } = await import("./system/chromium.mjs");
  ensureHeadlessChromium();
}

const [only, ...more] = process.argv.slice(2);
if (only && !(only in checks))
  fail(`There is no check '${only}', only ${Object.keys(checks).join(", ")}.`);

await ensureInstalled();
const sum = { passed: 0, failed: 0 };
let broken;
for (const name of only ? [only] : Object.keys(checks)) {
  const check = checks[name];
  console.log(`\n── ${name} ──`);
  for (const ensure of check.needs ?? []) await ensure();
  if (check.report) rmSync(check.report, { force: true });
  if (check.run(more) !== 0) broken = name;
  add(check);
  if (broken) break;
}
if (broken) {
  console.log(`\n'${broken}' failed.`);
  sum.failed ||= 1;
}
if (sum.passed + sum.failed > 0)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = broken ? 1 : 0;

function add({ report, count }) {
  if (!report || !existsSync(report)) return;
  const { passed, failed } = count(JSON.parse(readFileSync(report, "utf8")));
  sum.passed += passed;
  sum.failed += failed;
}
