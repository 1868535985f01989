import { expect, test } from "vitest";
import fc, { forAll } from "#tests/setup/seeded.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import { anyText } from "./values.ts";

const typed = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((n) => n / 1e6);
const space = fc.constantFrom("", " ", "\t", "\u00a0");
const written = fc.record({
  spaces: fc.tuple(space, space, space, space),
  minus: fc.constantFrom("-", "−"),
  hasBrackets: fc.boolean(),
});

test("two numbers are read as they were typed, with spaces, brackets and a real minus sign or without", () =>
  forAll([typed(90), typed(180), written], (latitude, longitude, how) => {
    const { spaces, minus, hasBrackets } = how;
    const [a, b, c, d] = spaces;
    const [north, east] = [latitude, longitude].map((value) =>
      value.toFixed(6).replace("-", minus),
    );
    const text = `${a}${north}${b},${c}${east}${d}`;
    expect(splitCoordinates(hasBrackets ? `(${text})` : text)).toEqual({
      latitude: expect.closeTo(latitude, 9) as number,
      longitude: expect.closeTo(longitude, 9) as number,
    });
  }));

const part = fc.oneof(
  anyText(),
  fc.constantFrom("1e5", "0x1f", "Infinity", "NaN", "", "1.2.3", "--1", "٣"),
  fc.integer().map(String),
);

test("any other text gives two numbers, none, or a refusal", () =>
  forAll([fc.array(part, { maxLength: 4 })], (parts) => {
    const text = parts.join(",");
    const found = splitCoordinates(text);
    if (!found || (found.latitude === null && found.longitude === null)) return;
    expect(text.split(",")).toHaveLength(2);
    expect(Object.values(found).every(Number.isFinite)).toBe(true);
  }));
