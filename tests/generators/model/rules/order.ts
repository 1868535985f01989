/** Lists in an order that the admin chooses. Numbers may have holes, because things are deleted. */

interface Ordered {
  key: number;
  order: number;
}

export const inOrder = <T extends Ordered>(things: T[]): T[] =>
  [...things].sort((a, b) => a.order - b.order || a.key - b.key);

export const nextOrder = (things: Ordered[]) =>
  Math.max(0, ...things.map(({ order }) => order)) + 1;

/** The two numbers that a client saw. */
export interface Swap {
  a: number;
  aOrder: number;
  b: number;
  bOrder: number;
}

/** @returns whether the numbers are still the current ones, or those already exchanged */
export function swap(
  [one, other]: [Ordered, Ordered],
  { aOrder, bOrder }: Swap,
): boolean {
  const isCurrent = one.order === aOrder && other.order === bOrder;
  const isExchanged = one.order === bOrder && other.order === aOrder;
  if (!isCurrent && !isExchanged) return false;
  [one.order, other.order] = [other.order, one.order];
  return true;
}

/** Numbers things 1, 2, 3 … @returns whether the wanted order names each of them once */
export function numberAnew(things: Ordered[], wanted?: number[]): boolean {
  const now = inOrder(things).map(({ key }) => key);
  const order = wanted ?? now;
  if ([...order].sort().join() !== [...now].sort().join()) return false;
  for (const thing of things) thing.order = order.indexOf(thing.key) + 1;
  return true;
}

/** Puts a thing back at its number. What has it, and all after that, move on by one. No hole is left before it. */
export function putBack<T extends Ordered>(things: T[], thing: T): T[] {
  if (things.some(({ order }) => order === thing.order)) {
    for (const other of things)
      if (other.order >= thing.order) other.order += 1;
  } else thing.order = Math.min(thing.order, nextOrder(things));
  return [...things, thing];
}
