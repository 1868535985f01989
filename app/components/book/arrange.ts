export interface Shape {
  width: number;
  height: number;
}

const ratioOf = ({ width, height }: Shape) => width / height;

/** The part of a page's width that lies between two pictures in a row, and between two rows. */
const GAP = 0.02;

/**
 * Divides pictures into rows, in their order, so that together they are as large as they can be. Those of a row
 * are equally high.
 * @param pictures five at most
 * @param room how much higher than wide the space is
 * @returns the rows, and which part of the width they take
 */
export function arrangeRows<P extends Shape>(
  pictures: P[],
  room: number,
): { rows: P[][]; width: number } {
  const ways = divide(pictures).map((rows) => {
    const height = rows
      .map((row) => 1 / row.reduce((sum, one) => sum + ratioOf(one), 0))
      .reduce((sum, one) => sum + one, 0);
    const width = Math.min(1, (room - GAP * (rows.length - 1)) / height);
    return { rows, width, area: width * width * height };
  });
  return ways.reduce((best, way) => (way.area > best.area ? way : best));
}

function divide<P>(list: P[]): P[][][] {
  if (list.length === 0) return [[]];
  return list.flatMap((_, index) =>
    divide(list.slice(index + 1)).map((rest) => [
      list.slice(0, index + 1),
      ...rest,
    ]),
  );
}

interface Captioned extends Shape {
  letters: number;
}

/** A longer caption needs the rest of a page for itself. */
const SHORT_CAPTION = 240;

/** Divides an album into sheets, in its order: two wide photos with short captions share one. */
export function arrangeSheets<P extends Captioned>(photos: P[]): P[][] {
  const sheets: P[][] = [];
  for (const photo of photos) {
    const last = sheets.at(-1);
    if (last?.length === 1 && isHalf(last[0]!) && isHalf(photo))
      last.push(photo);
    else sheets.push([photo]);
  }
  return sheets;
}

const isHalf = (photo: Captioned) =>
  ratioOf(photo) >= 1 && photo.letters <= SHORT_CAPTION;
