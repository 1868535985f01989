import { readFileSync } from "node:fs";

/** Samsung Internet isn't among esbuild's browsers. These of its versions are made of these of Chromium. */
const CHROMIUM_OF_SAMSUNG = { 20: "106" };
const NAMES = {
  ios_saf: "ios",
  safari: "safari",
  chrome: "chrome",
  firefox: "firefox",
};

/**
 * The oldest browsers that run the site, as esbuild names them. `browserslist` in package.json states them; see
 * docs/decisions/browsers.md.
 */
export const BROWSERS = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).browserslist.map((line) => {
  const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line);
  return name === "samsung"
    ? `chrome${CHROMIUM_OF_SAMSUNG[version]}`
    : `${NAMES[name]}${version}`;
});
