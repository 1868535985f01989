import { useState, useRef } from "react";
import type { List } from "#app/components/admin/data/use-list.ts";
import {
  useSave,
  type CallOptions,
  type Outcome,
  useTrashDays,
} from "#app/components/admin/data/use-save.ts";
import type { BulkAction } from "./admin-table.tsx";
import type { Given, Name, Sent } from "#app/components/api/send.ts";
import { countOf, plural } from "#core/words.ts";
import { useRevalidator } from "@remix-run/react";
import { call, type ApiError } from "#app/components/api/call.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";

type Key = number | string;

type Deletion = Extract<Name, `DELETE ${string}`>;

type Showing =
  | "PATCH /api/albums/:paKey/show"
  | "POST /api/albums/photos/:pKey/toggle-show"
  | "POST /api/journey-admin/:rpsKey/toggle-show"
  | "POST /api/journey-admin/images/:rpiKey/toggle-show";

interface RowActionsOptions<Item, D extends Deletion> {
  /** The singular noun for a row. */
  one: string;
  labelOf: (item: Item) => string;
  deletes: D;
  sentOf: (item: Item) => Sent<D>;
  shows?: Showing;
  question?: (count: number) => string;
  onDone?: () => void;
  onDeleted?: () => void;
  /** Called when some are back, as the list does not show them by itself. */
  onUndone?: () => Promise<unknown>;
}

/**
 * Calls about one row of a list each. Why the last one failed is said in that row: see `actionsColumn`. What is deleted
 * leaves the list, and can be taken back for ten seconds.
 */
export function useRowActions<Item, D extends Deletion>(
  { keyOf, drop, change }: List<Item>,
  {
    one,
    labelOf,
    deletes,
    sentOf,
    shows,
    question = (count) =>
      `Are you sure you want to delete ${plural(count, `this ${one}`, `these ${countOf(count, one)}`)}?`,
    onDone,
    onDeleted,
    onUndone,
  }: RowActionsOptions<Item, D>,
) {
  const { call } = useSave();
  const undo = useUndo(`${one}s`, onUndone);
  /** The row that a call is about, while it is under way. */
  const [busy, setBusy] = useState<Item>();
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
    setBusy(item);
    const outcome = await call(name, sent, options);
    setBusy(undefined);
    if (outcome.ok) onDone?.();
    else say(item, outcome.error.message);
    return outcome;
  }

  /** Shows or hides an item. @param version does it only if this is still the item's version */
  async function setShow(item: Item, show: boolean, version?: string) {
    const sent: unknown = { ...sentOf(item), body: { show } };
    const set = await callFor(item, shows!, sent as Sent<Showing>, { version });
    if (set.ok) {
      const known = set.version === undefined ? {} : { version: set.version };
      change(item, { ...set.answer, ...known } as object);
    }
    return set;
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
    busy,
    call: callFor,
    setShow,
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

interface Deleted {
  /** A name that a person recognises. */
  label: string;
  /** Null if nothing is kept. */
  trashKey: string | null;
  putBack?: () => void;
}

/**
 * Says what becomes of deleted things, and offers for 10 seconds to undo it.
 * @param many the plural noun for rows, such as 'posts'
 * @param onUndone called when some are back. What the screen's loader gives is loaded again in any case
 */
function useUndo(many: string, onUndone?: () => Promise<unknown>) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const trashDays = useTrashDays() ?? 0;
  const deletions = useRef<Deleted[]>([]);

  async function undo(deleted: Deleted[]) {
    toast("Restoring …");
    const failures: string[] = [];
    // The last one first, so that each finds its place as it was.
    for (const { label, trashKey, putBack } of deleted.toReversed())
      try {
        await call("POST /api/trash/:trashKey/restore", {
          params: { trashKey: Number(trashKey) },
        });
        putBack?.();
      } catch (error) {
        failures.push(
          `${label} could not be restored. ${(error as ApiError).message}`,
        );
      }
    if (failures.length < deleted.length) {
      await onUndone?.();
      revalidate();
    }
    if (failures.length > 0) toast(failures.join(" "), { isFailure: true });
    else toast(`${describe(deleted, many)} back.`);
  }

  return {
    /**
     * Notes that something was deleted.
     * @param trashKey as `useSave` gives it; null if nothing is kept
     * @param putBack shows it again
     */
    add(label: string, trashKey: string | null, putBack?: () => void) {
      deletions.current.push({ label, trashKey, putBack });
    },
    /** Offers to undo what was noted since the last time. */
    offer() {
      const deleted = deletions.current.splice(0);
      if (deleted.length === 0) return;
      const words = describe(deleted, many);
      if (deleted.some(({ trashKey }) => trashKey === null))
        toast(`${words} deleted for good.`);
      else
        toast(`${words} in the trash for ${countOf(trashDays, "day")}.`, {
          action: { label: "Undo", run: () => void undo(deleted) },
        });
    },
  };
}

/** 'Rock 7 is', '3 rocks are' */
const describe = ([first, ...more]: Deleted[], many: string) =>
  more.length === 0 ? `${first!.label} is` : `${more.length + 1} ${many} are`;
