import { expect, test } from "vitest";
import {
  spreadStones,
  type Point,
} from "#app/components/map/pins/spread-stones.ts";

const GAP = 28;
const WORLD = 1024;

const nearest = (points: Point[]) =>
  Math.min(
    ...points.flatMap((a, at) =>
      points.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
    ),
  );

/** Random numbers between 0 and 1, the same in every run. */
function* chances() {
  for (let state = 1; ; state = (state * 16_807) % 2_147_483_647)
    yield state / 2_147_483_647;
}

test("stones on a map stay where they are if each has room", () => {
  const places = [
    { x: 10, y: 10 },
    { x: 10 + GAP, y: 10 },
    { x: 0, y: 500 },
  ];
  expect(spreadStones(places, GAP, WORLD)).toEqual(places);
});

test("stones on a map lie beside each other, not far from where they belong, if they would lie on each other", () => {
  const chance = chances();
  const places = Array.from({ length: 30 }, () => ({
    x: 400 + 90 * chance.next().value!,
    y: 400 + 90 * chance.next().value!,
  }));
  const stones = spreadStones(places, GAP, WORLD);
  expect(stones.filter(({ under }) => under !== undefined)).toEqual([]);
  expect(nearest(stones)).toBeGreaterThanOrEqual(GAP);
  for (const [at, { x, y }] of stones.entries())
    expect(Math.hypot(x - places[at]!.x, y - places[at]!.y)).toBeLessThan(
      GAP * 3.4,
    );
});

test("stones on a map never leave the world at its edges", () => {
  const corner = Array.from({ length: 8 }, () => ({ x: 1023, y: 1 }));
  for (const { x, y } of spreadStones(corner, GAP, WORLD)) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y)).toBeLessThanOrEqual(WORLD + 9);
  }
});

test("stones of which there are too many lie under others, as many under each", () => {
  const places = Array.from({ length: 500 }, () => ({ x: 512, y: 512 }));
  const stones = spreadStones(places, GAP, WORLD);
  const free = stones.filter(({ under }) => under === undefined);
  expect(nearest(free)).toBeGreaterThanOrEqual(GAP);
  const stacks = new Map<number, number>();
  for (const { under } of stones)
    if (under !== undefined) stacks.set(under, (stacks.get(under) ?? 0) + 1);
  for (const top of stacks.keys()) expect(stones[top]!.under).toBeUndefined();
  expect(
    Math.max(...stacks.values()) - Math.min(...stacks.values()),
  ).toBeLessThanOrEqual(1);
  expect(Math.max(...stacks.values())).toBeLessThan(40);
});
