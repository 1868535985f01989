import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import unpack from "wawoff2/decompress.js";

/** The letters of share pictures, in hundreds of files. See docs/decisions/rock-pictures.md. */
const FOLDERS = [
  "@fontsource/fraunces",
  "@fontsource/nunito-sans",
  "@fontsource/noto-sans-arabic",
  "@fontsource-variable/noto-sans-jp",
  "@fontsource-variable/noto-sans-sc",
].map((name) => `node_modules/${name}/files`);

/** Upright, and semibold or of any weight. */
const WANTED = /-(600|wght)-normal\.woff2$/;

/**
 * Writes the fonts to `fonts/` beside the bundle, in a format that the worker reads without a library.
 * @returns {import("vite").Plugin}
 */
export const fonts = () => ({
  name: "fonts",
  async generateBundle() {
    for (const folder of FOLDERS)
      for (const name of readdirSync(folder).filter((name) =>
        WANTED.test(name),
      )) {
        const font = await unpack(readFileSync(path.join(folder, name)));
        this.emitFile({
          type: "asset",
          fileName: `fonts/${path.basename(name, ".woff2")}.ttf.gz`,
          source: gzipSync(font),
        });
      }
  },
});
