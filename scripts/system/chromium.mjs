import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { canInstallPackages, installPackages, isUbuntu } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { fail, runNode } from "./run.mjs";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const HEADLESS = "chromium-headless-shell";
const FONTS = ["fonts-liberation", "fonts-noto-color-emoji"];
const DOWNLOAD_MS = 300_000;

/** CHROMIUM_PATH, the machine's own Chromium, or the one Playwright fetched. */
export const findChromium = () =>
  [
    process.env.CHROMIUM_PATH,
    ...NAMES.map(findOnPath),
    chromium.executablePath(),
  ].find((file) => file && existsSync(file) && starts(file));

/** Ubuntu's packages are stand-ins that only say where to find the real one. */
const starts = (file) =>
  spawnSync(file, ["--version"], { timeout: 20_000 }).status === 0;

const canUseDebian = () => canInstallPackages() && !isUbuntu();

/** Gets a Chromium where the machine has none, and says in CHROMIUM_PATH where it stands. */
function ensureChromium() {
  const ways = canUseDebian() ? [fromDebian, fromPlaywright] : [fromPlaywright];
  let found = findChromium();
  for (const get of ways) {
    if (found) break;
    get();
    found = findChromium();
  }
  if (!found)
    fail(
      "The browser tests need Chromium: install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to where it stands.",
    );
  process.env.CHROMIUM_PATH = found;
}

/** Prefers the one without windows of its own, in which the tests take half the time. */
export function ensureHeadlessChromium() {
  const isThere = process.env.CHROMIUM_PATH || findOnPath(HEADLESS);
  if (!isThere && canUseDebian()) installPackages([HEADLESS, ...FONTS]);
  process.env.CHROMIUM_PATH ||= findOnPath(HEADLESS) ?? "";
  ensureChromium();
}

const fromDebian = () => installPackages(["chromium", ...FONTS]);

function fromPlaywright() {
  console.log("Fetching Chromium …");
  const libraries = canInstallPackages() ? ["--with-deps"] : [];
  runNode(
    "node_modules/playwright/cli.js",
    ["install", ...libraries, "chromium"],
    {
      timeout: DOWNLOAD_MS,
    },
  );
}
