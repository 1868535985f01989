import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import fc, { forAll } from "#tests/setup/seeded.ts";
import { packPins, unpackPins } from "#domain/finds/packed-pins.ts";
import { degrees } from "./values.ts";

/** Four digits after the point are kept. */
const CLOSE = 0.00005 + 1e-9;

const numbers = fc.oneof(
  fc.constantFrom(0, 1, 99_999, 100_000),
  fc.integer({ min: 0, max: 100_000 }),
);
const pin = fc.record({
  rock_number: numbers,
  rps_key: fc.integer({ min: 1, max: 0xffff_ffff }),
  latitude: degrees(90),
  longitude: degrees(180),
  picture: fc.constantFrom("", null),
});
const pins = fc
  .array(pin)
  .map((list) => list.sort((a, b) => a.rock_number - b.rock_number));

test("unpacked pins are what was packed, from pole to pole and on both sides of the date line", () =>
  forAll([pins], (list) => {
    const unpacked = unpackPins(packPins(list));
    expect(unpacked).toMatchObject(
      list.map(({ rock_number, rps_key, picture }) => ({
        rock_number,
        rps_key: rock_number === 0 ? rps_key : 0,
        picture,
      })),
    );
    for (const [index, { latitude, longitude }] of unpacked.entries()) {
      const sent = list[index]!;
      expect(Math.abs(latitude - sent.latitude)).toBeLessThanOrEqual(CLOSE);
      expect(Math.abs(longitude - sent.longitude)).toBeLessThanOrEqual(CLOSE);
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
    }
  }));

test("pins are packed from a part of a larger buffer too", () =>
  forAll([pins, fc.nat(9)], (list, before) => {
    const packed = packPins(list);
    const larger = new Uint8Array(before + packed.length + 3);
    larger.set(packed, before);
    const part = larger.subarray(before, before + packed.length);
    expect(unpackPins(part)).toEqual(unpackPins(packed));
  }));

test("compressed, packed pins take no more than 0.4 of what the same pins take as JSON", () => {
  const many = Array.from({ length: 4000 }, (_, index) => ({
    rock_number: index * 7 + 1,
    rps_key: index + 1,
    latitude: ((index * 7919) % 1_700_000) / 10_000 - 85,
    longitude: ((index * 104_729) % 3_600_000) / 10_000 - 180,
    picture: null,
  }));
  const json = gzipSync(JSON.stringify(many)).length;
  expect(gzipSync(packPins(many)).length / json).toBeLessThan(0.4);
});
