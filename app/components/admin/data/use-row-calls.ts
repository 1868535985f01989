import { useState } from "react";
import { useSave, type Outcome, type Save } from "./use-save.ts";

type Key = number | string;

/** Calls of the API about one row each. Why the last one failed is to be said in that row: see `ActionsCell`. */
export function useRowCalls<Item>(keyOf: (item: Item) => Key) {
  const { call } = useSave();
  const [failures, setFailures] = useState<ReadonlyMap<Key, string>>(new Map());

  const say = (item: Item, failure: string | undefined) =>
    setFailures((before) => {
      const after = new Map(before);
      if (failure === undefined) after.delete(keyOf(item));
      else after.set(keyOf(item), failure);
      return after;
    });

  async function callFor<T>(
    item: Item,
    ...request: Parameters<Save["call"]>
  ): Promise<Outcome<T>> {
    say(item, undefined);
    const outcome = await call<T>(...(request as Parameters<typeof call<T>>));
    if (!outcome.ok) say(item, outcome.error.message);
    return outcome;
  }

  return {
    call: callFor,
    failureOf: (item: Item) => failures.get(keyOf(item)),
  };
}
