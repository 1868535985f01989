import { DomainError } from "#core/errors.ts";

/** Whether the sender has seen the thing as it is now. Asked within the transaction, so that no change is lost. */
export type IsCurrent<Thing> = (thing: Thing) => boolean;

/** @param subject begins the refusal: 'This album was' */
export function requireFresh(isCurrent: boolean, subject: string) {
  if (!isCurrent)
    throw new DomainError(
      "conflict",
      `${subject} changed by someone else meanwhile.`,
    );
}

interface Mover {
  key: number;
  order: number;
}

interface Numbers {
  get: (key: number) => number;
  set: (key: number, order: number) => void;
}

/** Two items change places if the numbers sent are theirs, or already exchanged. @param what they are: 'An album' */
export function swap(what: string, a: Mover, b: Mover, numbers: Numbers) {
  if (a.key === b.key)
    throw new DomainError(
      "bad_input",
      `${what} can't change places with itself.`,
    );
  const [ofA, ofB] = [numbers.get(a.key), numbers.get(b.key)];
  const isCurrent = a.order === ofA && b.order === ofB;
  const isExchanged = a.order === ofB && b.order === ofA;
  if (!isCurrent && !isExchanged) throw staleOrder();
  numbers.set(a.key, ofB);
  numbers.set(b.key, ofA);
}

/** Numbers a list 1, 2, 3 … @param wanted all keys in their new order */
export function renumber(
  current: number[],
  wanted: number[] = current,
  { set }: Pick<Numbers, "set">,
) {
  const named = new Set(wanted);
  if (
    wanted.length !== current.length ||
    !current.every((key) => named.has(key))
  )
    throw staleOrder();
  wanted.forEach((key, index) => set(key, index + 1));
}

const staleOrder = () =>
  new DomainError(
    "conflict",
    "The order was changed by someone else meanwhile. Load the list again to see how it is now.",
  );
