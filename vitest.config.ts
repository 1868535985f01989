import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These take longest, so they begin first and none of them is left alone at the end. */
const LONG = [
  "jobs/storm",
  "jobs/queue",
  "operations/backup",
  "operations/backup-kills",
  "operations/nginx",
  "operations/restore",
  "store/store-comes-and-goes",
  "store/store-away",
  "jobs/create-images",
  "operations/stop",
  "store/full-disk",
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
    // Many tests wait for processes, so two at a time take half the time. On two cores, three take as long as two.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Tests start processes and decode photographs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
