import { expect, test } from "vitest";
import { arrangeRows, arrangeSheets } from "#app/components/book/arrange.ts";

const wide = { width: 1200, height: 800 };
const tall = { width: 800, height: 1200 };

test.each([
  ["one wide takes the whole width", [wide], 1, [1], 1],
  ["one tall is as high as there is room", [tall], 1, [1], 0.667],
  ["two wide lie above each other", [wide, wide], 1, [1, 1], 0.735],
  ["two tall pictures stand side by side", [tall, tall], 1, [2], 1],
  ["two wide in little room share a row", [wide, wide], 0.4, [2], 1],
])("of the images of a find, %s", (_, images, room, rows, width) => {
  const arranged = arrangeRows(images, room);
  expect(arranged.rows.map((row) => row.length)).toEqual(rows);
  expect(arranged.width).toBeCloseTo(width, 3);
});

test("the images of a find keep their order, and never need more room than there is", () => {
  const shapes = [wide, tall, { width: 3000, height: 300 }];
  for (let code = 0; code < 3 ** 5; code++)
    for (const room of [0.4, 1.1]) {
      const images = [0, 1, 2, 3, 4].map((at) => ({
        at,
        ...shapes[Math.floor(code / 3 ** at) % 3]!,
      }));
      const { rows, width } = arrangeRows(images, room);
      expect(rows.flat()).toEqual(images);
      const heights = rows.map(
        (row) =>
          width / row.reduce((sum, one) => sum + one.width / one.height, 0),
      );
      const height =
        heights.reduce((sum, one) => sum + one, 0) + 0.02 * (rows.length - 1);
      expect(height).toBeLessThanOrEqual(room + 1e-9);
      expect(width).toBeGreaterThan(0.1);
    }
});

test("two wide photos with short captions share a sheet of an album, in its order", () => {
  const photos = [
    { at: 1, letters: 20, ...wide },
    { at: 2, letters: 20, ...wide },
    { at: 3, letters: 20, ...wide },
    { at: 4, letters: 20, ...tall },
    { at: 5, letters: 20, ...wide },
    { at: 6, letters: 900, ...wide },
    { at: 7, letters: 0, ...wide },
  ];
  expect(
    arrangeSheets(photos).map((sheet) => sheet.map(({ at }) => at)),
  ).toEqual([[1, 2], [3], [4], [5], [6], [7]]);
});
