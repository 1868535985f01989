import {
  configDefaults,
  defineConfig,
  type TestProjectInlineConfiguration,
} from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LANGUAGES } from "./scripts/languages/list.mjs";
import { texts } from "./scripts/languages/texts-plugin.mjs";
import { isLongRun } from "./tests/setup/seeds.ts";

/** These take longest, so they begin first and none of them is left alone at the end. */
const LONG = [
  "generators/weather/weather",
  "api/jobs/queue",
  "api/operations/faults.soak",
  "generators/calls/calls",
  "api/operations/keepsake",
  "api/backups",
  "api/operations/backup",
  "api/http/reads-never-write.soak",
  "generators/fuzz/http/requests",
  "worker/image-process-limits.soak",
  "api/jobs/create-images",
  "api/store/full-disk.soak",
  "api/store/store-away",
  "domain/check/bring-back",
  "api/uploads/originals",
  "api/operations/daily-mail",
  "api/http/guard",
  "api/site/kept-texts",
  "api/uploads/uploaded-finds",
  "domain/jobs/engines",
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

/** What the tests of the build have in common. The files that one process runs share its packages. */
const common: TestProjectInlineConfiguration["test"] = {
  isolate: false,
  globalSetup: [
    "tests/setup/build.ts",
    "tests/setup/vitest/describe-api.ts",
    "tests/setup/vitest/empty-database.ts",
  ],
};

const setupFiles = [
  "tests/setup/vitest/own-data.ts",
  "tests/setup/vitest/around-tests.ts",
  "tests/setup/vitest/described-answers.ts",
];

export default defineConfig({
  define: LANGUAGES,
  plugins: [texts()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          isolate: false,
          setupFiles: ["tests/setup/vitest/around-tests.ts"],
          // They read the code, and need neither the build nor a compiled package.
          include: ["tests/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "inside",
          setupFiles: ["tests/setup/vitest/fresh-modules.ts", ...setupFiles],
          include: ["tests/{domain,worker,generators}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "api",
          setupFiles,
          // They look at a site from outside, so they keep their modules, and the site, from file to file.
          include: ["tests/{api,browsers}/**/*.test.ts"],
        },
      },
    ],
    ...(isLongRun
      ? {}
      : {
          exclude: [...configDefaults.exclude, "**/*.soak.test.ts"],
          testNamePattern: /^(?!.*@soak)/,
        }),
    pool: "forks",
    // A file waits for its processes more than half of the time, so two cores have work for five.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // Only to end a test that hangs: what takes a minute takes several on a loaded machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
