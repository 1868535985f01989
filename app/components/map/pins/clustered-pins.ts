import Supercluster from "supercluster";
import type { MapPin } from "#domain/finds/packed-pins.ts";
import { listPins, ZOOM_MAX, type PinSource } from "./pin-source.ts";

/** Pixels. Pins nearer to each other than this become one cluster. */
const RADIUS = 64;

/** Clusters very many pins by their distance on the screen. @param pins by rock number */
export function clusterPins(pins: MapPin[]): PinSource {
  const clustered = new Supercluster<{ index: number }>({
    radius: RADIUS,
    maxZoom: ZOOM_MAX,
    extent: 256,
  }).load(
    pins.map(({ latitude, longitude }, index) => ({
      type: "Feature",
      properties: { index },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    })),
  );
  return {
    total: pins.length,
    async visiblePins({ west, south, east, north, zoom }) {
      const visible = clustered.getClusters(
        [
          Math.max(west, -180),
          Math.max(south, -90),
          Math.min(east, 180),
          Math.min(north, 90),
        ],
        Math.floor(zoom),
      );
      return {
        pins: visible.flatMap(({ properties }) =>
          "cluster" in properties ? [] : [pins[properties.index]!],
        ),
        clusters: visible.flatMap(({ properties, geometry }) =>
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
    list: async (viewport, number, limit) =>
      listPins(pins, viewport, number, limit),
    openingZoom: async ({ id }) => clustered.getClusterExpansionZoom(id),
    async pinsOfCluster({ id, count }, limit) {
      const indexes = clustered
        .getLeaves(id, Infinity)
        .map(({ properties }) => properties.index)
        .sort((a, b) => a - b);
      return {
        pins: indexes.slice(0, limit).map((at) => pins[at]!),
        total: count,
      };
    },
  };
}
