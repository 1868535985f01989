import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { aspectOf, mapJourney, shapeOf } from "#core/map/journey-map.ts";
import { readVolume } from "../lists/volumes.server.ts";
import type { RockSummary } from "../rocks/answers.ts";
import type { PublicFind } from "./answers.ts";
import { readRoute, listFindsOfRock } from "./journeys.server.ts";

/** A rock's journey as a book to print: what everyone may see of it, oldest find first. */

/** The map is this many units wide, and as high as suits the journey, within these limits. */
const MAP_WIDTH = 700;
const SHAPE = { min: 0.95, max: 1.5 };
/** Marks on the map that are closer to each other, in the same units, become one. */
const MARK = 17;

/** One volume, from 1, of a rock's book. @param language of the countries' names */
export function readRockBook(
  { trips, ...rock }: RockSummary,
  volume: number,
  language: string,
) {
  const { volumes, first, end } = readVolume(trips, volume);
  // The list has the newest first.
  const finds = listFindsOfRock(rock.rock_number, {
    limit: end - first,
    offset: trips - end,
    find: rock.find,
  }).reverse();
  const images = listImages(finds);
  const route = readRoute(rock, language);
  return {
    volume,
    volumes,
    finds: finds.map(({ uuid, date, location, comment, lang }, index) => ({
      uuid,
      rock_number: rock.rock_number,
      /** As on the journey's card: 1 is the oldest. */
      number: first + index + 1,
      date,
      location,
      comment,
      lang,
      images: images.get(uuid) ?? [],
    })),
    distance_km: route.distance_km,
    countries: route.countries,
    map: route.stops.length > 0 ? drawMap(route.stops) : undefined,
  };
}

export type RockBook = ReturnType<typeof readRockBook>;
export type BookFind = RockBook["finds"][number];
export type BookMap = ReturnType<typeof drawMap>;

interface BookImage {
  name: string;
  description: string;
  width: number;
  height: number;
}

function listImages(finds: PublicFind[]) {
  const rows = getDb().all<{
    uuid: string;
    name: string;
    description: string;
    width: number | null;
    height: number | null;
  }>(sql`
    SELECT uuid, current_name AS name, description, width, height FROM public_images
     WHERE uuid IN (SELECT value FROM json_each(${JSON.stringify(finds.map(({ uuid }) => uuid))}))
     ORDER BY rpi_key`);
  const images = new Map<string, BookImage[]>();
  for (const { uuid, width, height, ...image } of rows) {
    const sizes = width && height ? { width, height } : { width: 4, height: 3 };
    images.set(uuid, [...(images.get(uuid) ?? []), { ...image, ...sizes }]);
  }
  return images;
}

function drawMap(
  stops: { number: number; latitude: number; longitude: number }[],
) {
  const shape = aspectOf(shapeOf(stops, true));
  const height = Math.round(
    MAP_WIDTH / Math.min(SHAPE.max, Math.max(SHAPE.min, shape)),
  );
  const size = { width: MAP_WIDTH, height };
  const { land, way, places } = mapJourney(stops, true, {
    x: 0,
    y: 0,
    ...size,
  });
  const marks: { x: number; y: number; numbers: number[] }[] = [];
  for (const [index, [x, y]] of places.entries()) {
    const { number } = stops[index]!;
    const near = marks.find(
      (mark) => Math.hypot(mark.x - x, mark.y - y) < MARK,
    );
    if (near) near.numbers.push(number);
    else marks.push({ x, y, numbers: [number] });
  }
  return {
    ...size,
    land,
    way,
    marks: marks.map(({ x, y, numbers }) => ({
      x: Math.round(x * 10) / 10,
      y: Math.round(y * 10) / 10,
      label: joinNumbers(numbers),
      isNewest: numbers.at(-1) === stops.at(-1)!.number,
    })),
  };
}

/** '3', '1–3, 7', and '1, 4 …' for more than two ranges. @param numbers ascending */
function joinNumbers(numbers: number[]) {
  const ranges: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const labels = ranges.map(([from, to]) =>
    from === to
      ? `${from}`
      : to === from + 1
        ? `${from}, ${to}`
        : `${from}–${to}`,
  );
  return labels.slice(0, 2).join(", ") + (labels.length > 2 ? " …" : "");
}
