import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take more than a minute begin first, so that none is left alone at the end. */
const LONG = ["storm", "backup", "queue", "nginx", "albums"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex(
        (name) =>
          moduleId.endsWith(`/${name}.test.ts`) && moduleId.includes("/api/"),
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
      "tests/{domain,api,worker}/**/*.test.ts",
      "tests/{architecture,container}.test.ts",
    ],
    globalSetup: "tests/setup/vitest/build.ts",
    setupFiles: [
      "tests/setup/vitest/own-data.ts",
      "tests/setup/vitest/quiet-console.ts",
      "tests/setup/vitest/described-answers.ts",
      "tests/setup/vitest/end-until.ts",
    ],
    pool: "forks",
    // Most of them wait for processes: two at a time take half the time, on two cores too.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Tests of the whole site start processes and decode photographs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
