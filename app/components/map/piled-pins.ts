import Supercluster from "supercluster";
import type { MapPin } from "#domain/packed-pins.ts";
import { listPins, ZOOM_MAX, type PinSource } from "./pin-source.ts";

/** Pixels within which pins become one pile. */
const RADIUS = 64;

/** Very many pins, piled by how near they stand on the screen. @param pins by rock number */
export function pilePins(pins: MapPin[]): PinSource {
  const index = new Supercluster<{ at: number }>({
    radius: RADIUS,
    maxZoom: ZOOM_MAX,
    extent: 256,
  });
  index.load(
    pins.map(({ latitude, longitude }, at) => ({
      type: "Feature",
      properties: { at },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    })),
  );

  return {
    total: pins.length,
    async look({ west, south, east, north, zoom }) {
      const seen = index.getClusters(
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
                  id: properties.cluster_id,
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
    openingZoom: async ({ id }) => index.getClusterExpansionZoom(id),
    async pinsOf({ id, count }, limit) {
      const places = index
        .getLeaves(id, Infinity)
        .map(({ properties }) => properties.at)
        .sort((a, b) => a - b);
      return {
        pins: places.slice(0, limit).map((at) => pins[at]!),
        total: count,
      };
    },
  };
}
