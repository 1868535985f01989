/** Moves overlapping stones apart, so that each can be pressed. */

export interface Point {
  x: number;
  y: number;
}

export interface Stone extends Point {
  /** Index of the stone that covers it, because there is no room beside it. Undefined for an uncovered stone. */
  under?: number;
}

/** The distance that a stone may move from its place, in gaps. */
const REACH = 3.4;
/** Number of spots that are tried within that reach. */
const TRIES = 140;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Pixels by which a covered stone peeks out, and how many of them do so. */
const PEEK = 2;
const PEEKS_MAX = 2;

/**
 * Places stones at least `gap` apart, each at its place or as near as there is room. A stone without room goes
 * under the neighbour that covers the fewest. Earlier stones choose first.
 * @param places in pixels of a world that is `width` wide and high
 * @param gap in pixels, from middle to middle
 */
export function spreadStones(
  places: Point[],
  gap: number,
  width: number,
): Stone[] {
  const placed: (Point & { index: number })[] = [];
  const isWithin = (reach: number, one: Point, other: Point) =>
    (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < reach ** 2;
  const under = new Map<number, number>();
  return places.map((place, index) => {
    for (let nth = 0; nth < TRIES; nth++) {
      const far = REACH * gap * Math.sqrt(nth / TRIES);
      const spot = {
        x: place.x + far * Math.cos(nth * GOLDEN_ANGLE),
        y: place.y + far * Math.sin(nth * GOLDEN_ANGLE),
      };
      const isInWorld =
        Math.min(spot.x, spot.y) >= 0 && Math.max(spot.x, spot.y) <= width;
      if (nth > 0 && !isInWorld) continue;
      if (!placed.some((one) => isWithin(gap, one, spot))) {
        placed.push({ ...spot, index });
        return spot;
      }
    }
    const countUnder = ({ index }: { index: number }) => under.get(index) ?? 0;
    const top = placed
      .filter((one) => isWithin(REACH * gap, one, place))
      .reduce((a, b) => (countUnder(b) < countUnder(a) ? b : a));
    const count = countUnder(top) + 1;
    under.set(top.index, count);
    const peek = PEEK * Math.min(count, PEEKS_MAX);
    return { x: top.x + peek, y: top.y + peek, under: top.index };
  });
}
