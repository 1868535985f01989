import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These take longest, so they begin first and none of them is left alone at the end. */
const LONG = [
  "jobs/queue",
  "operations/backup",
  "jobs/storm",
  "trash/faults",
  "store/store-comes-and-goes",
  "store/store-away",
  "uploads/cut-uploads",
  "operations/stop",
  "site/login-limits",
  "uploads/originals",
  "operations/daily-mail",
  "operations/backup-kills",
  "operations/restore",
  "operations/nginx",
  "jobs/create-images",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) =>
        moduleId.endsWith(`/api/${name}.test.ts`),
      );
      return place < 0 ? LONG.length : place;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    include: [
      "tests/{domain,api,worker,generators}/**/*.test.ts",
      "tests/*.test.ts",
    ],
    globalSetup: "tests/setup/build.ts",
    setupFiles: [
      "tests/setup/vitest/own-data.ts",
      "tests/setup/vitest/quiet-console.ts",
      "tests/setup/vitest/described-answers.ts",
      "tests/setup/vitest/end-until.ts",
    ],
    pool: "forks",
    // Many tests wait for processes. On two cores, three at a time take a sixth less time than two.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Tests start processes and decode photographs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
