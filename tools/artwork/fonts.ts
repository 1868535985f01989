import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

/**
 * Cuts the two typefaces to the characters, axes and weights that the pages use, which halves their size:
 * `npx tsx tools/artwork/fonts.ts`. The weights are those that the style sheets name, and bold.
 */
const FOLDER = "app/assets/fonts";
const fonts = {
  "fraunces.woff2": {
    of: "node_modules/@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2",
    axes: { SOFT: 100, wght: { min: 360, max: 700 } },
  },
  "nunito-sans.woff2": {
    of: "node_modules/@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
};

await mkdir(FOLDER, { recursive: true });
for (const [name, { of, axes }] of Object.entries(fonts)) {
  const font = await subsetFont(await readFile(of), latin(), {
    targetFormat: "woff2",
    variationAxes: axes,
  });
  await writeFile(path.join(FOLDER, name), font);
  console.log(`${(font.length / 1000).toFixed(0).padStart(6)} kB  ${name}`);
}

/** The characters that the `latin` files contain, by their own list. */
function latin() {
  const ranges =
    "20-FF 131 152-153 2BB-2BC 2C6 2DA 2DC 304 308 329 2000-206F 20AC 2122 2191 2193 2212 2215 FEFF FFFD";
  return ranges
    .split(" ")
    .map((range) => range.split("-").map((code) => parseInt(code, 16)))
    .flatMap(([first, last = first]) =>
      Array.from({ length: last! - first! + 1 }, (_, n) => first! + n),
    )
    .map((code) => String.fromCodePoint(code))
    .join("");
}
