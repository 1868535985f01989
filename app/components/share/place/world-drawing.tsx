import type { Spot } from "#core/precision.ts";
import { LAND, LAND_SIDE } from "#app/components/map/land.ts";
import { fromSquare, toSquare } from "#app/components/map/web-mercator.ts";

/** Metres round the equator (WGS 84). */
const EQUATOR = 40_075_017;

function toDrawing(spot: Spot) {
  const { x, y } = toSquare(spot);
  return { x: x * LAND_SIDE, y: y * LAND_SIDE };
}

/** From Alaska to New Zealand, and as far north and south as there is room. */
const NORTH_WEST = toDrawing({ latitude: 52, longitude: -150 });
const SOUTH_EAST = toDrawing({ latitude: -12, longitude: 180 });
export const WHOLE_WORLD = `${NORTH_WEST.x} ${NORTH_WEST.y} ${SOUTH_EAST.x - NORTH_WEST.x} ${SOUTH_EAST.y - NORTH_WEST.y}`;

/** @param reach metres from the middle to each side */
export function boxAround(spot: Spot, reach: number) {
  const { x, y } = toDrawing(spot);
  const half =
    (reach / EQUATOR / Math.cos((spot.latitude * Math.PI) / 180)) * LAND_SIDE;
  return `${x - half} ${y - half} ${2 * half} ${2 * half}`;
}

export function spotAt(svg: SVGSVGElement, clientX: number, clientY: number) {
  const matrix = svg.getScreenCTM()!.inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return fromSquare({ x: x / LAND_SIDE, y: y / LAND_SIDE });
}

/** Draws a part of the world, and as much around it as fits, from the site's own land and without a map service. Decorative. */
export const WorldDrawing = ({ viewBox }: { viewBox: string }) => (
  <svg className="land-drawing" viewBox={viewBox} aria-hidden="true">
    <use href={LAND} />
  </svg>
);
