import { DomainError } from "#core/errors.ts";

/** An item of an ordered list: `order` is its number now, `sent` the number that the client saw. */
interface Mover {
  order: number;
  sent: number;
}

/**
 * Lets two items change places if the numbers sent are their current ones, or those already exchanged.
 * @throws {DomainError} conflict if they are neither
 */
export function requireFreshSwap(a: Mover, b: Mover) {
  const isCurrent = a.sent === a.order && b.sent === b.order;
  const isExchanged = a.sent === b.order && b.sent === a.order;
  if (!isCurrent && !isExchanged) throw staleOrder();
}

/**
 * The keys in the order asked for, or in their present order if none is.
 * @throws {DomainError} conflict if the order does not name every key once
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
