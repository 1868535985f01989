import fc from "fast-check";

const upTo = (max: number) =>
  fc.integer({ min: 0, max }).map((code) => String.fromCodePoint(code));

/** Any text: letters, control characters, every script, and halves of surrogate pairs. */
export const anyText = ({ maxLength = 12 } = {}) =>
  fc.string({
    unit: fc.oneof(upTo(0x7f), upTo(0xffff), upTo(0x10ffff)),
    maxLength,
  });
