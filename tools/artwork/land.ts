import { readFile, writeFile } from "node:fs/promises";
import { drawOutlines, readLand } from "#domain/core/map/land.ts";

/**
 * Draws the countries that lie under the map's tiles: `npx tsx tools/artwork/land.ts`. The drawing is the square
 * of the whole world, so that the page has nothing to compute.
 */
const FILE = "app/assets/land.svg";
/** Steps per degree. A step is two kilometres at the equator, which is finer than the atlas for maps of 1 to 110,000,000. */
const STEPS = 50;
const WORLD = 360 * STEPS;

const polygons = readLand(
  await readFile("node_modules/world-atlas/countries-110m.json", "utf8"),
);
// Each outline is a path of its own, because the browser then skips the paths that are outside a tile.
const paths = drawOutlines(polygons, STEPS).map((d) => `<path d="${d}"/>`);
const size = `width="${WORLD}" height="${WORLD}"`;
// The inner picture cuts everything off at the edge of the world.
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD} ${WORLD}"><svg ${size}><g class="land">${paths.join("")}</g></svg></svg>\n`;
await writeFile(FILE, drawing);
console.log(`${(drawing.length / 1000).toFixed(0)} kB  ${FILE}`);
