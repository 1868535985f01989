import fc from "#tests/setup/seeded.ts";

const upTo = (max: number) =>
  fc.integer({ min: 0, max }).map((code) => String.fromCodePoint(code));

/** Any text: letters, control characters, every script, and halves of surrogate pairs. */
export const anyText = ({ maxLength = 12 } = {}) =>
  fc.string({
    unit: fc.oneof(upTo(0x7f), upTo(0xffff), upTo(0x10ffff)),
    maxLength,
  });

/** Degrees, the edges often. SQLite knows no negative zero. */
export const degrees = (limit: number) =>
  fc
    .oneof(
      fc.double({ min: -limit, max: limit, noNaN: true }),
      fc.constantFrom(-limit, 0, limit),
    )
    .map((value) => value + 0);

/** From pole to pole, and on both sides of the date line. */
export const spots = fc.record({
  latitude: degrees(90),
  longitude: degrees(180),
});
