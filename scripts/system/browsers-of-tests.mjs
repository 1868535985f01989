import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import {
  canInstallPackages,
  findOnPath,
  installPackages,
  isUbuntu,
} from "./programs.mjs";
import { root, run } from "./run.mjs";

/** Browsers beside Chromium. The tests of one that this machine can't have are skipped, and say so. */

// ── Firefox ────────────────────────────────────────────────────────────────────────────────────

/** Undefined if this machine has none. */
export const findFirefox = () =>
  [
    process.env.FIREFOX_PATH,
    ...["firefox-esr", "firefox"].map(findOnPath),
    "/Applications/Firefox.app/Contents/MacOS/firefox",
  ].find((file) => file && existsSync(file));

export function ensureFirefox() {
  // Ubuntu's package is empty; it only says where to find the real Firefox.
  if (!findFirefox() && canInstallPackages() && !isUbuntu())
    installPackages(["firefox-esr"]);
  if (!findFirefox())
    console.log(
      "This machine has no Firefox, so its tests are skipped. Install it (on Debian: apt-get install firefox-esr), or set FIREFOX_PATH to the program.",
    );
}

// ── Those of the long run ──────────────────────────────────────────────────────────────────────

const OLD = path.join(root, ".cache/browsers");
/** The last Chrome for Windows 7 and 8, and what drives it: newer tools don't. */
const CHROME = "@sparticuz/chromium@109.0.6";
const ITS_PUPPETEER = "puppeteer-core@19.4.0";

/** Undefined if this machine doesn't have it. It is only made for Linux on x64. */
export function findChrome109() {
  const executablePath = path.join(OLD, "chrome109");
  return existsSync(executablePath)
    ? { executablePath, puppeteer: createRequire(`${OLD}/`)("puppeteer-core") }
    : undefined;
}

/** Undefined if this machine doesn't have all of it. */
export function findWebKit() {
  const driver = findOnPath("WebKitWebDriver");
  const display = findOnPath("Xvfb");
  const browser = ["x86_64", "aarch64"]
    .map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file));
  return driver && display && browser
    ? { driver, display, browser }
    : undefined;
}

/** Installs what can be had. */
export function ensureBrowsersOfLongRun() {
  if (
    !findChrome109() &&
    process.platform === "linux" &&
    process.arch === "x64"
  )
    getChrome109();
  if (!findWebKit() && canInstallPackages())
    installPackages(["webkit2gtk-driver", "xvfb"]);
}

function getChrome109() {
  mkdirSync(OLD, { recursive: true });
  writeFileSync(path.join(OLD, "package.json"), '{ "private": true }\n');
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
  if (run("npm", [...install, CHROME, ITS_PUPPETEER], { cwd: OLD }) !== 0)
    return;
  const packed = path.join(OLD, "node_modules", "@sparticuz/chromium/bin");
  const unpack = (name) =>
    brotliDecompressSync(readFileSync(path.join(packed, name)));
  writeFileSync(
    path.join(OLD, "swiftshader.tar"),
    unpack("swiftshader.tar.br"),
  );
  run("tar", ["-xf", "swiftshader.tar"], { cwd: OLD });
  const program = path.join(OLD, "chrome109");
  writeFileSync(program, unpack("chromium.br"));
  chmodSync(program, 0o755);
}
