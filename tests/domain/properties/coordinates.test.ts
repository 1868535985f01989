import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
import { PRECISIONS, snap } from "#core/precision.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import { anyText } from "./any-text.ts";

/** Degrees with so many digits as a person types. */
const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((n) => n / 1e6);
const space = fc.constantFrom("", " ", "\t", "\u00a0");

test("two numbers are read as they were typed, with spaces, brackets and a real minus sign or without", () => {
  fc.assert(
    fc.property(
      degrees(90),
      degrees(180),
      fc.array(space, { minLength: 4, maxLength: 4 }),
      fc.constantFrom("-", "−"),
      fc.boolean(),
      (latitude, longitude, [a, b, c, d], minus, hasBrackets) => {
        const [lat, lon] = [latitude, longitude].map((value) =>
          value.toFixed(6).replace("-", minus),
        );
        const typed = `${a}${lat}${b},${c}${lon}${d}`;
        const { latitude: north, longitude: east } = splitCoordinates(
          hasBrackets ? `(${typed})` : typed,
        )!;
        expect(north).toBeCloseTo(latitude, 9);
        expect(east).toBeCloseTo(longitude, 9);
      },
    ),
  );
});

test("any other text gives two numbers, none, or a refusal", () => {
  const part = fc.oneof(
    anyText(),
    fc.constantFrom("1e5", "0x1f", "Infinity", "NaN", "", "1.2.3", "--1", "٣"),
    fc.integer().map(String),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const text = parts.join(",");
      const found = splitCoordinates(text);
      if (found === undefined) return;
      const { latitude, longitude } = found;
      expect(latitude === null).toBe(longitude === null);
      if (latitude !== null) {
        expect(text.split(",")).toHaveLength(2);
        expect(latitude).not.toBeNaN();
        expect(longitude).not.toBeNaN();
      }
    }),
  );
});

test("a snapped place is on the Earth, and is snapped to itself", () => {
  const edge = (limit: number) =>
    fc.oneof(
      fc.double({ min: -limit, max: limit, noNaN: true }),
      fc.constantFrom(-limit, limit, 0, -0),
    );
  fc.assert(
    fc.property(
      edge(90),
      edge(180),
      fc.constantFrom(...PRECISIONS),
      (latitude, longitude, precision) => {
        const snapped = snap({ latitude, longitude }, precision);
        expect(Math.abs(snapped.latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(snapped.longitude)).toBeLessThanOrEqual(180);
        // The last cell before the date line is cut off there, so its centre may be in the next one.
        if (Math.abs(snapped.longitude) < 180)
          expect(snap(snapped, precision)).toEqual(snapped);
      },
    ),
  );
});
