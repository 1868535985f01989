import type { Spot } from "#core/precision.ts";
import { useEffect, useRef } from "react";
import { fetchWorld } from "#app/components/map/fetch-world.ts";
import { fromSquare, toSquare } from "#app/components/map/web-mercator.ts";

const WORLD = 18_000;
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
  return { x: x * WORLD, y: y * WORLD };
}

/** From Alaska to New Zealand, and as far north and south as there is room. */
export const WHOLE_WORLD: Box = boxBetween(
  { latitude: 52, longitude: -150 },
  { latitude: -12, longitude: 180 },
);

function boxBetween(northWest: Spot, southEast: Spot): Box {
  const { x, y } = toDrawing(northWest);
  const end = toDrawing(southEast);
  return { x, y, width: end.x - x, height: end.y - y };
}

/** @param reach metres from the middle to each side */
export function boxAround(spot: Spot, reach: number): Box {
  const { x, y } = toDrawing(spot);
  const half =
    (reach / EQUATOR / Math.cos((spot.latitude * Math.PI) / 180)) * WORLD;
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

export function spotAt(svg: SVGSVGElement, clientX: number, clientY: number) {
  const matrix = svg.getScreenCTM()!.inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return fromSquare({ x: x / WORLD, y: y / WORLD });
}

let world: Promise<SVGSVGElement> | undefined;

/** The world, fetched once. After a failure the next caller tries again. */
function getWorld() {
  world ??= fetchWorld().catch((error: unknown) => {
    world = undefined;
    throw error;
  });
  return world;
}

/** Draws a part of the world, and as much around it as fits, from the site's own land and without a map service. Decorative. */
export function WorldDrawing({ box: { x, y, width, height } }: { box: Box }) {
  const frame = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    let isStale = false;
    getWorld().then(
      (world) => {
        if (isStale) return;
        const drawing = world.cloneNode(true) as SVGSVGElement;
        drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
        frame.current?.replaceChildren(drawing);
      },
      (error: unknown) => console.error("Error drawing the land", error),
    );
    return () => {
      isStale = true;
    };
  }, [x, y, width, height]);

  return <span ref={frame} className="land-drawing" aria-hidden="true" />;
}
