import type { Spot } from "#core/precision.ts";
import { LAND, LAND_SIDE } from "#app/components/map/land.ts";
import { fromSquare, toSquare } from "#app/components/map/web-mercator.ts";

/** Metres round the equator (WGS 84). */
const EQUATOR = 40_075_017;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function toDrawing(spot: Spot) {
  const { x, y } = toSquare(spot);
  return { x: x * LAND_SIDE, y: y * LAND_SIDE };
}

/** From Alaska to New Zealand, and as far north and south as there is room. */
const NORTH_WEST = toDrawing({ latitude: 52, longitude: -150 });
const SOUTH_EAST = toDrawing({ latitude: -12, longitude: 180 });
export const WHOLE_WORLD: Box = {
  ...NORTH_WEST,
  width: SOUTH_EAST.x - NORTH_WEST.x,
  height: SOUTH_EAST.y - NORTH_WEST.y,
};

/** @param reach metres from the middle to each side */
export function boxAround(spot: Spot, reach: number): Box {
  const { x, y } = toDrawing(spot);
  const half =
    (reach / EQUATOR / Math.cos((spot.latitude * Math.PI) / 180)) * LAND_SIDE;
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

export function spotAt(svg: SVGSVGElement, clientX: number, clientY: number) {
  const matrix = svg.getScreenCTM()!.inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return fromSquare({ x: x / LAND_SIDE, y: y / LAND_SIDE });
}

/** Draws a part of the world, and as much around it as fits, from the site's own land and without a map service. Decorative. */
export const WorldDrawing = ({
  box: { x, y, width, height },
}: {
  box: Box;
}) => (
  <svg
    className="land-drawing"
    viewBox={`${x} ${y} ${width} ${height}`}
    aria-hidden="true"
  >
    <use href={LAND} />
  </svg>
);
