import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import {
  canInstallPackages,
  findOnPath,
  installPackages,
  isUbuntu,
} from "./programs.mjs";
import { fail, runNode } from "./run.mjs";

const HEADLESS = "chromium-headless-shell";
const NAMES = [
  HEADLESS,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const FONTS = ["fonts-liberation", "fonts-noto-color-emoji"];
const DOWNLOAD_MS = 300_000;

export const findChromium = () =>
  [
    process.env.CHROMIUM_PATH,
    ...NAMES.map(findOnPath),
    chromium.executablePath(),
  ].find((file) => file && existsSync(file) && starts(file));

/** Ubuntu's packages are empty; they only say where to find the real Chromium. */
const starts = (file) =>
  spawnSync(file, ["--version"], { timeout: 20_000 }).status === 0;

const canUseDebian = () => canInstallPackages() && !isUbuntu();

/** Sets CHROMIUM_PATH. Prefers the headless shell, because the tests take half the time in it. */
export function ensureHeadlessChromium() {
  if (!process.env.CHROMIUM_PATH && !findOnPath(HEADLESS) && canUseDebian())
    installPackages([HEADLESS, ...FONTS]);
  if (!findChromium() && canUseDebian()) fromDebian();
  if (!findChromium()) fromPlaywright();
  process.env.CHROMIUM_PATH =
    findChromium() ??
    fail(
      "The browser tests need Chromium: install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to the program.",
    );
}

const fromDebian = () => installPackages(["chromium", ...FONTS]);

function fromPlaywright() {
  console.log("Downloading Chromium …");
  const libraries = canInstallPackages() ? ["--with-deps"] : [];
  runNode(
    "node_modules/playwright/cli.js",
    ["install", ...libraries, "chromium"],
    {
      timeout: DOWNLOAD_MS,
    },
  );
}
