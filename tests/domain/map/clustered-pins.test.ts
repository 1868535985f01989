import { expect, test } from "vitest";
import { pilePins } from "#app/components/map/pins/clustered-pins.ts";
import { WHOLE_WORLD, ZOOM_MAX } from "#app/components/map/pins/pin-source.ts";

const SAME = { latitude: 47.5, longitude: 8.2 };
/** A hundred at one place, a hundred 20 km about another, and one far away. */
const pins = [
  ...Array.from({ length: 100 }, (_, n) => ({ rock_number: n + 1, ...SAME })),
  ...Array.from({ length: 100 }, (_, n) => ({
    rock_number: n + 101,
    latitude: 40 + (n % 10) * 0.02,
    longitude: -74 + Math.floor(n / 10) * 0.02,
  })),
  { rock_number: 201, latitude: -33.9, longitude: 151.2 },
].map((pin) => ({ ...pin, rps_key: 0, picture: null }));
const source = pilePins(pins);
const look = (zoom: number) => source.look({ ...WHOLE_WORLD, zoom });

test("at every zoom each pin is there once, by itself or in a pile", async () => {
  for (let zoom = 0; zoom <= ZOOM_MAX; zoom++) {
    const sight = await look(zoom);
    const piled = sight.piles.reduce((sum, { count }) => sum + count, 0);
    expect([zoom, piled + sight.pins.length]).toEqual([zoom, pins.length]);
    expect(sight.pins.map(({ rock_number }) => rock_number)).toContain(201);
  }
});

test("piles of all zooms have names of their own, and give their rocks by number", async () => {
  const named = new Map<number, number[]>();
  for (const zoom of [3, 8, 9, 12])
    for (const pile of (await look(zoom)).piles) {
      const { pins: inPile, total } = await source.pinsOf(pile, 1000);
      const numbers = inPile.map(({ rock_number }) => rock_number);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect([numbers.length, total]).toEqual([pile.count, pile.count]);
      expect(named.get(pile.id) ?? numbers).toEqual(numbers);
      named.set(pile.id, numbers);
    }
});

test("a pile opens where it falls apart, far or near; one of a single place never does", async () => {
  for (const zoom of [3, 8, 9, 14])
    for (const pile of (await look(zoom)).piles) {
      const opening = await source.openingZoom(pile);
      const isOnePlace = Math.abs(pile.latitude - SAME.latitude) < 1;
      if (isOnePlace) {
        expect(opening).toBeGreaterThan(ZOOM_MAX);
        continue;
      }
      expect(opening).toBeGreaterThan(zoom);
      const within = { west: -75, south: 39, east: -73, north: 41 };
      const opened = await source.look({ ...within, zoom: opening });
      expect(opened.piles.length + opened.pins.length).toBeGreaterThan(1);
    }
});
