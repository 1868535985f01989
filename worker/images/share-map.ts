import type { ShareCard } from "#domain/jobs/catalogue.ts";
import type { Frame } from "#core/map/land.ts";
import { mapJourney } from "#core/map/journey-map.ts";
import sharp from "sharp";

/** Draws the world's countries and a rock's journey over them, as SVG. */

export const seaColour = "#dbe6e4";
const LAND = "#f1ede2";
const BORDER = "#cdd6d0";
const ROUTE = "#8a3b1d";
const LAST = "#eeb45c";
const RING = "#fffefb";

const MANY = 40;
const strong = { line: 4, edge: 7, dot: 6.5, ring: 2 };
const fine = { line: 1.5, edge: 0, dot: 2.5, ring: 0.5 };

export function drawMap(
  { stops, isWay }: Pick<ShareCard, "stops" | "isWay">,
  frame: Frame,
) {
  const { land, way, places } = mapJourney(stops, isWay, frame);
  const pen = places.length < MANY ? strong : fine;
  const stroke = (colour: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${way}"/>`;
  const dot = ([x, y]: [x: number, y: number], radius: number, style: string) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" ${style}/>`;
  const passed = places
    .slice(0, -1)
    .map((place) =>
      dot(
        place,
        pen.dot,
        `fill="${ROUTE}" stroke="${RING}" stroke-width="${pen.ring}"`,
      ),
    );
  const last = places
    .slice(-1)
    .map((place) =>
      dot(place, 10, `fill="${LAST}" stroke="${ROUTE}" stroke-width="4"`),
    );
  return [
    `<path fill="${LAND}" fill-rule="evenodd" stroke="${BORDER}" stroke-width="1" d="${land}"/>`,
    stroke(RING, pen.edge),
    stroke(ROUTE, pen.line),
    ...passed,
    ...last,
  ].join("");
}

const SVG = { operation: ["VipsForeignLoadSvg"] };

/** Renders SVG that the site itself has written. What visitors send is never read as SVG. */
export async function renderSvg(svg: string): Promise<Buffer> {
  sharp.unblock(SVG);
  try {
    return await sharp(Buffer.from(svg), { unlimited: true })
      .png({ compressionLevel: 1 })
      .toBuffer();
  } finally {
    sharp.block(SVG);
  }
}
