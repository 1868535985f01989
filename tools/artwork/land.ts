import { readFile, writeFile } from "node:fs/promises";
import { readLand, type Point } from "#domain/core/map/land.ts";

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
const outlines = polygons.flatMap(({ rings, box }) =>
  // Land that crosses the date line is drawn at both edges.
  [-360, 0, 360]
    .filter((turn) => box.west + turn < 180 && box.east + turn > -180)
    .map((turn) => rings.map((ring) => drawRing(ring, turn)).join("")),
);
// Each outline is a path of its own, because the browser then skips the paths that are outside a tile.
const paths = outlines.flatMap((d) => (d === "" ? [] : `<path d="${d}"/>`));
const size = `width="${WORLD}" height="${WORLD}"`;
// The inner picture cuts everything off at the edge of the world.
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD} ${WORLD}"><svg ${size}><g class="land">${paths.join("")}</g></svg></svg>\n`;
await writeFile(FILE, drawing);
console.log(`${(drawing.length / 1000).toFixed(0)} kB  ${FILE}`);

function drawRing(ring: Point[], turn: number) {
  const [start, ...rest] = ring.map(([x, y]) => [
    Math.round((x + 180 + turn) * STEPS),
    Math.round((y + 180) * STEPS),
  ]) as [x: number, y: number][];
  let [atX, atY] = start!;
  const moves = rest.flatMap(([x, y]) => {
    const move = `${x - atX} ${y - atY}`;
    [atX, atY] = [x, y];
    return move === "0 0" ? [] : [move];
  });
  // Drops islands that are smaller than a step.
  return moves.length < 3
    ? ""
    : `M${start!.join(" ")}l${moves.join(" ")}z`.replace(/ -/g, "-");
}
