import { defineConfig } from "playwright/test";
import { findChromium } from "./scripts/system/chromium.mjs";
import { isLongRun } from "./tests/setup/seeds.ts";

// Workers read this file again and find it set.
process.env.CHROMIUM_PATH ??= findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  ...(isLongRun
    ? {}
    : { testIgnore: "**/*.soak.spec.ts", grepInvert: /@soak/ }),
  globalSetup: "./tests/setup/build.ts",
  outputDir: "test-results",
  // A browser waits for its site, so two workers leave a fifth of two cores unused.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Only to end a test that hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/playwright.json" }]],
  use: {
    browserName: "chromium",
    // Playwright would draw every page of every test, to have its picture if the test fails. test.ts draws only then.
    screenshot: "off",
    // Movements take most of a browser's time. Tests of them, and of the main job, ask for them: WITH_MOTION.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Otherwise Chromium starts a second, spare process for each page.
        "--renderer-process-limit=1",
        // Pages may ask for addresses outside, but nothing is there.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE 0.0.0.0",
      ],
    },
  },
});
