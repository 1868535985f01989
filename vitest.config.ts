import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These take longest, so they begin first and none of them is left alone at the end. */
const LONG = [
  "generators/weather/weather",
  "api/jobs/queue",
  "api/operations/stop",
  "api/jobs/storm",
  "api/store/store-away",
  "generators/model/model",
  "api/operations/backup",
  "api/jobs/create-images",
  "worker/image-process-limits",
  "api/site/login-limits",
  "api/store/store-comes-and-goes",
  "api/trash/faults",
  "api/operations/faults",
  "api/store/full-disk",
  "api/operations/daily-mail",
  "api/operations/keepsake",
  "api/operations/metrics",
  "api/operations/backup-kills",
  "generators/fuzz/files/files",
  "domain/check/bring-back",
  "generators/fuzz/http/requests",
  "api/operations/restore",
  "api/http/reads-never-write",
  "api/http/guard",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) =>
        moduleId.endsWith(`/tests/${name}.test.ts`),
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
    // A file waits for its processes half of the time, so two cores have work for four.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Tests start processes and decode photographs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
