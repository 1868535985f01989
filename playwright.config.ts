import { defineConfig } from "playwright/test";
import { findChromium } from "./scripts/system/chromium.mjs";

// Set for the workers too, which read this file again.
process.env.CHROMIUM_PATH ??= findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  // A machine at its limit keeps a browser waiting now and then; what passes at its second try is named flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/playwright.json" }]],
  use: {
    browserName: "chromium",
    screenshot: "only-on-failure",
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
      ],
    },
  },
});
