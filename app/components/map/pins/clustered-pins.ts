import Supercluster from "supercluster";
import type { MapPin } from "#domain/finds/packed-pins.ts";
import { listPins, ZOOM_MAX, type PinSource } from "./pin-source.ts";

/** Pixels. Pins nearer to each other than this become one cluster. */
const RADIUS = 64;
/** The last of the far zooms, which show large parts of the Earth. The near ones take ten times as long to cluster. */
const FAR_ZOOM = 8;

type ClusterIndex = Supercluster<{ index: number }>;
type Bounds = [west: number, south: number, east: number, north: number];

/**
 * Clusters very many pins by their distance on the screen. The far zooms are ready at once. The near ones
 * follow when somebody asks for them or calls `finish`.
 * @param pins by rock number
 */
export function clusterPins(
  pins: MapPin[],
): PinSource & { finish: () => void } {
  const points = pins.map(({ latitude, longitude }, index) => ({
    type: "Feature" as const,
    properties: { index },
    geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
  }));
  const clusterZooms = (minZoom: number, maxZoom: number): ClusterIndex =>
    new Supercluster<{ index: number }>({
      radius: RADIUS,
      minZoom,
      maxZoom,
      extent: 256,
    }).load(points);
  const far = clusterZooms(0, FAR_ZOOM);
  let near: ClusterIndex | undefined;
  const getNear = () => (near ??= clusterZooms(FAR_ZOOM + 1, ZOOM_MAX));
  const indexForZoom = (zoom: number) => (zoom > FAR_ZOOM ? getNear() : far);

  // The lowest bit of a cluster's id says which index it comes from.
  const encodeId = (clusters: ClusterIndex, id: number) =>
    2 * id + Number(clusters === near);
  const decodeId = (id: number) =>
    [id % 2 ? getNear() : far, Math.floor(id / 2)] as const;

  return {
    total: pins.length,
    finish: () => void getNear(),
    async visiblePins({ west, south, east, north, zoom }) {
      const index = indexForZoom(Math.floor(zoom));
      const visible = index.getClusters(
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
                  id: encodeId(index, properties.cluster_id),
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
    async openingZoom({ id }) {
      const [index, cluster] = decodeId(id);
      const zoom = index.getClusterExpansionZoom(cluster);
      if (index === near || zoom <= FAR_ZOOM) return zoom;
      return firstZoomApart(findBounds(index.getLeaves(cluster, Infinity)));
    },
    async pinsOfCluster({ id, count }, limit) {
      const [index, cluster] = decodeId(id);
      const indexes = index
        .getLeaves(cluster, Infinity)
        .map(({ properties }) => properties.index)
        .sort((a, b) => a - b);
      return {
        pins: indexes.slice(0, limit).map((at) => pins[at]!),
        total: count,
      };
    },
  };

  /** The first near zoom that shows more than one pin or cluster within these bounds. */
  function firstZoomApart(bounds: Bounds) {
    let zoom = FAR_ZOOM + 1;
    while (zoom <= ZOOM_MAX && getNear().getClusters(bounds, zoom).length <= 1)
      zoom++;
    return zoom;
  }
}

function findBounds(leaves: { geometry: { coordinates: number[] } }[]): Bounds {
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
