import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "tests/{domain,api,worker}/**/*.test.ts",
      "tests/{architecture,container}.test.ts",
    ],
    setupFiles: [
      "tests/setup/own-data.ts",
      "tests/setup/quiet-console.ts",
      "tests/setup/described-answers.ts",
    ],
    pool: "forks",
    // Most of them wait for processes: two at a time take half the time, on two cores too.
    maxWorkers: 2,
    // Tests of the whole site start processes and decode photographs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
