import type { Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import countries from "world-atlas/countries-50m.json?raw";
import { drawLeg, unroll } from "#domain/great-circle.ts";
import type { ShareCard } from "#domain/job-catalogue.ts";

/** The world's countries and a rock's way over them, as SVG in Web Mercator. */

export const seaColour = "#dbe6e4";
const LAND = "#f1ede2";
const BORDER = "#cdd6d0";
const ROUTE = "#8a3b1d";
const LAST = "#eeb45c";
const RING = "#fffefb";

/** Degrees that are seen at least, however near to each other the stops lie. */
const SPAN_MIN = 26;
/** Pixels between the way and the frame. */
const MARGIN = 36;
/** Pixels between two bends of a coast, at least. */
const DETAIL = 0.6;
const LATITUDE_MAX = 85;

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** Degrees to the east, and degrees to the south as long as those. */
type Point = readonly [x: number, y: number];
type Box = Record<"west" | "east" | "north" | "south", number>;

function project([longitude, latitude]: Position): Point {
  const bounded = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude!));
  const turn = Math.PI / 4 + (bounded * Math.PI) / 360;
  return [longitude!, (-Math.log(Math.tan(turn)) * 180) / Math.PI];
}

function boxOf(points: Point[]): Box {
  const box = {
    west: Infinity,
    east: -Infinity,
    north: Infinity,
    south: -Infinity,
  };
  for (const [x, y] of points) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  return box;
}

export function drawMap(
  { stops, isWay }: Pick<ShareCard, "stops" | "isWay">,
  frame: Frame,
) {
  const { lines, places } = isWay
    ? layOut(stops)
    : { lines: [], places: stops.map(placeOf) };
  const view = lookAt([...lines.flat(), ...places], frame);
  return drawLand(view) + drawWay(lines, places, view);
}

const placeOf = ({ latitude, longitude }: ShareCard["stops"][number]) =>
  project([longitude, latitude]);

/** The way in one piece, over the date line too, unless it goes around the Earth. */
function layOut(stops: ShareCard["stops"]) {
  const legs = stops
    .slice(1)
    .map((stop, index) => drawLeg(stops[index]!, stop));
  const points = legs.flat(2);
  const longitudes = unroll(points.map(([, longitude]) => longitude));
  const way = points.map(([latitude], index) =>
    project([longitudes[index]!, latitude]),
  );
  const { west, east } = boxOf(way);
  if (way.length === 0 || east - west > 360)
    return {
      lines: legs
        .flat()
        .map((line) => line.map(([lat, lon]) => project([lon, lat]))),
      places: stops.map(placeOf),
    };
  const places = [way[0]!];
  let end = 0;
  for (const leg of legs) {
    end += leg.flat().length;
    places.push(way[end - 1]!);
  }
  return { lines: [way], places };
}

// ── What is seen of the world ──────────────────────────────────────────────────────────────────

interface View extends Box {
  /** Pixels a degree. */
  scale: number;
  place: (point: Point) => Point;
}

function lookAt(points: Point[], frame: Frame): View {
  const world: Box = { west: -170, east: 190, north: -100, south: 60 };
  const box = points.length > 0 ? boxOf(points) : world;
  const scale = Math.min(
    frame.width / SPAN_MIN,
    (frame.width - 2 * MARGIN) / (box.east - box.west),
    (frame.height - 2 * MARGIN) / (box.south - box.north),
  );
  const middle = [
    (box.west + box.east) / 2,
    (box.north + box.south) / 2,
  ] as const;
  const across = frame.width / scale / 2;
  const down = frame.height / scale / 2;
  return {
    scale,
    west: middle[0] - across,
    east: middle[0] + across,
    north: middle[1] - down,
    south: middle[1] + down,
    place: ([x, y]) => [
      frame.x + (x - middle[0] + across) * scale,
      frame.y + (y - middle[1] + down) * scale,
    ],
  };
}

// ── Land ───────────────────────────────────────────────────────────────────────────────────────

interface Polygon {
  rings: Point[][];
  box: Box;
}

let land: Polygon[] | undefined;

function readLand(): Polygon[] {
  const atlas = JSON.parse(countries) as Topology;
  const { features } = feature(
    atlas,
    atlas.objects.countries as GeometryCollection,
  );
  return features.flatMap(({ geometry }) => {
    const polygons =
      geometry.type === "Polygon"
        ? [geometry.coordinates]
        : geometry.type === "MultiPolygon"
          ? geometry.coordinates
          : [];
    return polygons.map((polygon) => {
      const rings = polygon.map(layFlat);
      return { rings, box: boxOf(rings[0]!) };
    });
  });
}

/** A ring without jumps at the date line; one that goes around the South Pole is closed below the map. */
function layFlat(ring: Position[]): Point[] {
  const longitudes = unroll(ring.map(([longitude]) => longitude!));
  const points = ring.map(([, latitude], index) => [
    longitudes[index]!,
    latitude!,
  ]);
  const first = longitudes[0]!;
  const last = longitudes.at(-1)!;
  if (Math.abs(last - first) > 180) points.push([last, -90], [first, -90]);
  return points.map(project);
}

function drawLand(view: View) {
  land ??= readLand();
  const outlines = land.flatMap(({ rings, box }) => {
    if (box.south < view.north || box.north > view.south) return [];
    const first = Math.ceil((view.west - box.east) / 360);
    const last = Math.floor((view.east - box.west) / 360);
    const turns = Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, n) => first + n,
    );
    return turns.map((turn) =>
      rings
        .map(
          (ring) =>
            `${drawLine(
              ring.map(([x, y]) => [x + turn * 360, y]),
              view,
            )}Z`,
        )
        .join(""),
    );
  });
  return `<path fill="${LAND}" fill-rule="evenodd" stroke="${BORDER}" stroke-width="1" d="${outlines.join("")}"/>`;
}

function drawLine(points: Point[], view: View) {
  let drawn = "";
  let before: Point | undefined;
  for (const [index, point] of points.entries()) {
    const [x, y] = view.place(point);
    const isNear = before && Math.hypot(x - before[0], y - before[1]) < DETAIL;
    if (isNear && index < points.length - 1) continue;
    drawn += `${before ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    before = [x, y];
  }
  return drawn;
}

// ── The way ────────────────────────────────────────────────────────────────────────────────────

/** From so many stops on lines and dots are fine. */
const MANY = 40;
const strong = { line: 4, edge: 7, dot: 6.5, ring: 2 };
const fine = { line: 1.5, edge: 0, dot: 2.5, ring: 0.5 };

function drawWay(lines: Point[][], places: Point[], view: View) {
  const pen = places.length < MANY ? strong : fine;
  const way = lines.map((line) => drawLine(line, view)).join("");
  const stroke = (colour: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${way}"/>`;
  const dot = (point: Point, radius: number, look: string) => {
    const [x, y] = view.place(point);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" ${look}/>`;
  };
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
    stroke(RING, pen.edge),
    stroke(ROUTE, pen.line),
    ...passed,
    ...last,
  ].join("");
}
