import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import unpack from "wawoff2/decompress.js";

/** The fonts of share pictures by the names in their files, of which there are hundreds. See docs/decisions/rock-pictures.md. */
const FONTS = {
  Fraunces: "node_modules/@fontsource/fraunces/files",
  "Nunito Sans 12pt ExtraLight 12pt":
    "node_modules/@fontsource/nunito-sans/files",
  "Noto Sans Arabic": "node_modules/@fontsource/noto-sans-arabic/files",
  "Noto Sans JP Thin": "node_modules/@fontsource-variable/noto-sans-jp/files",
  "Noto Sans SC Thin": "node_modules/@fontsource-variable/noto-sans-sc/files",
};

/** Upright, and semibold or of any weight. */
const WANTED = /-(600|wght)-normal\.woff2$/;

/** Only the fonts beside it, and no cache, because to read them takes a tenth of a second. */
const CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir>/dev/null</cachedir>
</fontconfig>
`;

/**
 * Writes the fonts to `fonts/` beside the bundle, with a list of the letters that each has.
 * @returns {import("vite").Plugin}
 */
export const fonts = () => ({
  name: "fonts",
  async generateBundle() {
    const emit = (fileName, source) =>
      this.emitFile({ type: "asset", fileName: `fonts/${fileName}`, source });
    const letters = {};
    for (const [name, folder] of Object.entries(FONTS)) {
      letters[name] = "";
      for (const file of readdirSync(folder)) {
        if (!WANTED.test(file)) continue;
        const packed = readFileSync(path.join(folder, file));
        // A copy, because the next font takes the same memory.
        const font = Buffer.from(await unpack(packed));
        emit(`${path.basename(file, ".woff2")}.ttf`, font);
        letters[name] += listLetters(font);
      }
    }
    emit("letters.json", JSON.stringify(letters));
    emit("fonts.conf", CONF);
  },
});

/** Reads the font's table of characters, whose last part has all of them: as ranges of 16 bits (format 4) or 32 (12). */
function listLetters(font) {
  const table = font.readUInt32BE(font.indexOf("cmap") + 8);
  const parts = font.readUInt16BE(table + 2);
  const part = table + font.readUInt32BE(table + 8 * parts);
  const letters = [];
  const add = (first, last) => {
    for (let code = first; code <= last; code++) letters.push(code);
  };
  if (font.readUInt16BE(part) === 12) {
    const end = part + font.readUInt32BE(part + 4);
    for (let at = part + 16; at < end; at += 12)
      add(font.readUInt32BE(at), font.readUInt32BE(at + 4));
  } else {
    const size = font.readUInt16BE(part + 6);
    const lasts = part + 14;
    for (let at = lasts; at < lasts + size; at += 2)
      add(font.readUInt16BE(at + 2 + size), font.readUInt16BE(at));
  }
  return String.fromCodePoint(...letters);
}
