import { useState } from "react";
import type { List } from "#app/components/admin/data/use-list.ts";
import {
  useSave,
  type CallOptions,
  type Outcome,
} from "#app/components/admin/data/use-save.ts";
import type { BulkAction } from "#app/components/admin/table/bulk-bar.tsx";
import { useUndo } from "#app/components/admin/ui/undo.ts";
import type { Given, Name, Sent } from "#app/components/api/send.ts";
import { countOf, plural } from "#domain/core/words.ts";

type Key = number | string;

type Deletion = Extract<Name, `DELETE ${string}`>;

interface Options<Item, D extends Deletion> {
  /** What a row is, in the singular. */
  one: string;
  labelOf: (item: Item) => string;
  /** What deletes one. */
  deletes: D;
  sentOf: (item: Item) => Sent<D>;
  /** Asked before one or several are deleted. */
  question?: (count: number) => string;
  /** Called when a call has worked. */
  onDone?: () => void;
  /** Called after a deletion. */
  onDeleted?: () => void;
  /** Called when some are back, as the list does not show them by itself. */
  onUndone?: () => Promise<unknown>;
}

/**
 * Calls about one row of a list each. Why the last one failed is said in that row: see `ActionsCell`. What is deleted
 * leaves the list, and can be taken back for ten seconds.
 */
export function useRowActions<Item, D extends Deletion>(
  { keyOf, drop }: List<Item>,
  {
    one,
    labelOf,
    deletes,
    sentOf,
    question = (count) =>
      `Are you sure you want to delete ${plural(count, `this ${one}`, `these ${countOf(count, one)}`)}?`,
    onDone,
    onDeleted,
    onUndone,
  }: Options<Item, D>,
) {
  const { call } = useSave();
  const undo = useUndo(`${one}s`, onUndone);
  const [failures, setFailures] = useState<ReadonlyMap<Key, string>>(new Map());

  const say = (item: Item, failure: string | undefined) =>
    setFailures((before) => {
      const after = new Map(before);
      if (failure === undefined) after.delete(keyOf(item));
      else after.set(keyOf(item), failure);
      return after;
    });

  async function callFor<N extends Name>(
    item: Item,
    name: N,
    sent: Sent<N>,
    options?: CallOptions<Given<N>>,
  ): Promise<Outcome<Given<N>>> {
    say(item, undefined);
    const outcome = await call(name, sent, options);
    if (outcome.ok) onDone?.();
    else say(item, outcome.error.message);
    return outcome;
  }

  /** Deletes without a question; call `end` afterwards. Resolves to whether it succeeded. */
  async function run(item: Item) {
    const deleted = await callFor(item, deletes, sentOf(item));
    if (deleted.ok) undo.add(labelOf(item), deleted.trashKey, drop(item));
    return deleted.ok;
  }

  function end() {
    onDeleted?.();
    undo.offer();
  }

  const deletion: BulkAction<Item> = {
    label: "Delete",
    isDanger: true,
    confirm: question,
    run,
  };
  return {
    call: callFor,
    failureOf: (item: Item) => failures.get(keyOf(item)),
    /** Resolves with whether it has worked; undefined if the admin doesn't want it after all. */
    async remove(item: Item) {
      if (!window.confirm(question(1))) return undefined;
      const isDeleted = await run(item);
      if (isDeleted) end();
      return isDeleted;
    },
    /** Deletes the selected rows. `end` belongs to it. */
    deletion,
    end,
  };
}
