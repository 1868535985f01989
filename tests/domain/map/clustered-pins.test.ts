import { expect, test } from "vitest";
import { clusterPins } from "#app/components/map/pins/clustered-pins.ts";
import { WHOLE_WORLD, ZOOM_MAX } from "#app/components/map/pins/pin-source.ts";

const SAME = { latitude: 47.5, longitude: 8.2 };
/** A hundred pins at one place, a hundred within 20 km of another, and one far away. */
const pins = [
  ...Array.from({ length: 100 }, (_, n) => ({ rock_number: n + 1, ...SAME })),
  ...Array.from({ length: 100 }, (_, n) => ({
    rock_number: n + 101,
    latitude: 40 + (n % 10) * 0.02,
    longitude: -74 + Math.floor(n / 10) * 0.02,
  })),
  { rock_number: 201, latitude: -33.9, longitude: 151.2 },
].map((pin) => ({ ...pin, rps_key: 0, picture: null }));
const source = clusterPins(pins);
const visibleAt = (zoom: number) =>
  source.visiblePins({ ...WHOLE_WORLD, zoom });

test("at every zoom each pin is there once, by itself or in a cluster", async () => {
  for (let zoom = 0; zoom <= ZOOM_MAX; zoom++) {
    const visible = await visibleAt(zoom);
    const clustered = visible.clusters.reduce(
      (sum, { count }) => sum + count,
      0,
    );
    expect([zoom, clustered + visible.pins.length]).toEqual([
      zoom,
      pins.length,
    ]);
    expect(visible.pins.map(({ rock_number }) => rock_number)).toContain(201);
  }
});

test("clusters of all zooms have names of their own, and give their rocks by number", async () => {
  const named = new Map<number, number[]>();
  for (const zoom of [3, 8, 9, 12])
    for (const cluster of (await visibleAt(zoom)).clusters) {
      const { pins: inCluster, total } = await source.pinsOfCluster(
        cluster,
        1000,
      );
      const numbers = inCluster.map(({ rock_number }) => rock_number);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect([numbers.length, total]).toEqual([cluster.count, cluster.count]);
      expect(named.get(cluster.id) ?? numbers).toEqual(numbers);
      named.set(cluster.id, numbers);
    }
});

test("a cluster opens where it falls apart, far or near; one of a single place never does", async () => {
  for (const zoom of [3, 8, 9, 14])
    for (const cluster of (await visibleAt(zoom)).clusters) {
      const opening = await source.openingZoom(cluster);
      const isOnePlace = Math.abs(cluster.latitude - SAME.latitude) < 1;
      if (isOnePlace) {
        expect(opening).toBeGreaterThan(ZOOM_MAX);
        continue;
      }
      expect(opening).toBeGreaterThan(zoom);
      const within = { west: -75, south: 39, east: -73, north: 41 };
      const opened = await source.visiblePins({ ...within, zoom: opening });
      expect(opened.clusters.length + opened.pins.length).toBeGreaterThan(1);
    }
});
