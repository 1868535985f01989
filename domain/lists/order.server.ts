import { DomainError } from "../core/errors.ts";

/** Something with a place among others; `order` is the number it stands at, `sent` the one its mover saw. */
interface Mover {
  order: number;
  sent: number;
}

/**
 * Whether two may change places: the numbers sent are the two current ones, or the two already exchanged.
 * @throws {DomainError} conflict where they are neither
 */
export function requireFreshSwap(a: Mover, b: Mover) {
  const isCurrent = a.sent === a.order && b.sent === b.order;
  const isExchanged = a.sent === b.order && b.sent === a.order;
  if (!isCurrent && !isExchanged) throw staleOrder();
}

/**
 * The keys in the order asked for; as they are where none is.
 * @throws {DomainError} conflict where it does not name all that are there, each once
 */
export function requireWholeOrder(
  current: number[],
  wanted: number[] | undefined,
): number[] {
  if (!wanted) return current;
  const named = new Set(wanted);
  if (
    wanted.length !== current.length ||
    !current.every((key) => named.has(key))
  )
    throw staleOrder();
  return wanted;
}

const staleOrder = () =>
  new DomainError(
    "conflict",
    "The order was changed by someone else meanwhile. Load the list again to see how it is now.",
  );
