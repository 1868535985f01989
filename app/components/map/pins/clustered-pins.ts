import Supercluster from "supercluster";
import type { MapPin } from "#domain/finds/packed-pins.ts";
import { listPins, ZOOM_MAX, type PinSource } from "./pin-source.ts";

/** Pixels within which pins become one pile. */
const RADIUS = 64;
/** The last zoom at which parts of the Earth are seen; nearer ones take ten times as long to pile. */
const FAR_ZOOM = 8;

type Piles = Supercluster<{ at: number }>;
type Bounds = [west: number, south: number, east: number, north: number];

/**
 * Very many pins, piled by how near they stand on the screen: for the whole world at once, and for what is
 * nearer when it is asked for, or `finish` called.
 * @param pins by rock number
 */
export function pilePins(pins: MapPin[]): PinSource & { finish: () => void } {
  const points = pins.map(({ latitude, longitude }, at) => ({
    type: "Feature" as const,
    properties: { at },
    geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
  }));
  const pile = (minZoom: number, maxZoom: number): Piles =>
    new Supercluster<{ at: number }>({
      radius: RADIUS,
      minZoom,
      maxZoom,
      extent: 256,
    }).load(points);
  const far = pile(0, FAR_ZOOM);
  let near: Piles | undefined;
  const getNear = () => (near ??= pile(FAR_ZOOM + 1, ZOOM_MAX));
  const at = (zoom: number) => (zoom > FAR_ZOOM ? getNear() : far);

  // A pile's number tells at the end whose it is.
  const numberOf = (piles: Piles, id: number) =>
    2 * id + Number(piles === near);
  const pileOf = (number: number) =>
    [number % 2 ? getNear() : far, Math.floor(number / 2)] as const;

  return {
    total: pins.length,
    finish: () => void getNear(),
    async look({ west, south, east, north, zoom }) {
      const piles = at(Math.floor(zoom));
      const seen = piles.getClusters(
        [
          Math.max(west, -180),
          Math.max(south, -90),
          Math.min(east, 180),
          Math.min(north, 90),
        ],
        Math.floor(zoom),
      );
      return {
        pins: seen.flatMap(({ properties }) =>
          "cluster" in properties ? [] : [pins[properties.at]!],
        ),
        piles: seen.flatMap(({ properties, geometry }) =>
          "cluster" in properties
            ? [
                {
                  id: numberOf(piles, properties.cluster_id),
                  count: properties.point_count,
                  longitude: geometry.coordinates[0]!,
                  latitude: geometry.coordinates[1]!,
                },
              ]
            : [],
        ),
      };
    },
    list: async (view, number, limit) => listPins(pins, view, number, limit),
    async openingZoom({ id }) {
      const [piles, cluster] = pileOf(id);
      const zoom = piles.getClusterExpansionZoom(cluster);
      if (piles === near || zoom <= FAR_ZOOM) return zoom;
      return firstApart(boundsOf(piles.getLeaves(cluster, Infinity)));
    },
    async pinsOf({ id, count }, limit) {
      const [piles, cluster] = pileOf(id);
      const places = piles
        .getLeaves(cluster, Infinity)
        .map(({ properties }) => properties.at)
        .sort((a, b) => a - b);
      return {
        pins: places.slice(0, limit).map((at) => pins[at]!),
        total: count,
      };
    },
  };

  /** The first of the near zooms at which there is more than one thing within these bounds. */
  function firstApart(bounds: Bounds) {
    let zoom = FAR_ZOOM + 1;
    while (zoom <= ZOOM_MAX && getNear().getClusters(bounds, zoom).length <= 1)
      zoom++;
    return zoom;
  }
}

function boundsOf(leaves: { geometry: { coordinates: number[] } }[]): Bounds {
  const longitudes = leaves.map(({ geometry }) => geometry.coordinates[0]!);
  const latitudes = leaves.map(({ geometry }) => geometry.coordinates[1]!);
  const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b));
  const most = (all: number[]) => all.reduce((a, b) => Math.max(a, b));
  return [
    least(longitudes),
    least(latitudes),
    most(longitudes),
    most(latitudes),
  ];
}
