import { useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import { countOf, plural } from "#core/words.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
import {
  useSave,
  useTrashDays,
  type CallOptions,
  type Outcome,
} from "#app/components/admin/data/use-save.ts";
import { call as callOnce, type ApiError } from "#app/components/api/call.ts";
import type { Given, Name, Sent } from "#app/components/api/send.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";

type Deletion = Extract<Name, `DELETE ${string}`>;
type Showing =
  | "PATCH /api/albums/:paKey/show"
  | "POST /api/albums/photos/:pKey/toggle-show"
  | "POST /api/journey-admin/:rpsKey/toggle-show"
  | "POST /api/journey-admin/images/:rpiKey/toggle-show";

export interface BulkAction<Item> {
  label: string;
  confirm?: (items: Item[]) => string;
  isDanger?: boolean;
  /** Does it to one row. Resolves with whether it has worked. */
  run: (item: Item) => Promise<boolean>;
}

interface RowOptions<Item, D extends Deletion> {
  one: string;
  nameOf: (item: Item) => string;
  /** Its name in a sentence about it, if that is another. */
  labelOf?: (item: Item) => string;
  deletes: D;
  sentOf: (item: Item) => Sent<D>;
  shows?: Showing;
  /** Makes showing and hiding depend on the item's version. */
  versionOf?: (item: Item) => string;
  question?: (items: Item[]) => string;
  onDeleted?: () => void;
  onShowRefused?: (item: Item) => unknown;
}

interface Deleted {
  label: string;
  /** Null if nothing is kept. */
  trashKey: string | null;
  putBack: () => void;
}

export type Rows<Item> = ReturnType<typeof useRowActions<Item, Deletion>>;

/** Calls about one row each. `AdminTable` says in it why the last one failed. A deletion can be taken back. */
export function useRowActions<Item, D extends Deletion>(
  list: List<Item>,
  {
    one,
    nameOf,
    labelOf = nameOf,
    deletes,
    sentOf,
    shows,
    versionOf,
    question = ({ length }) =>
      `Are you sure you want to delete ${plural(length, `this ${one}`, `these ${countOf(length, one)}`)}?`,
    onDeleted,
    onShowRefused = list.reload,
  }: RowOptions<Item, D>,
) {
  const { keyOf, drop, change } = list;
  const save = useSave();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const trashDays = useTrashDays() ?? 0;
  const [failures, setFailures] = useState<
    ReadonlyMap<number | string, string | undefined>
  >(new Map());
  /** Since an undo was last offered. */
  const deletions = useRef<Deleted[]>([]);

  const say = (item: Item, failure?: string) =>
    setFailures((before) => new Map(before).set(keyOf(item), failure));

  async function call<N extends Name>(
    item: Item,
    name: N,
    sent: Sent<N>,
    options?: CallOptions<Given<N>>,
  ): Promise<Outcome<Given<N>>> {
    say(item);
    const outcome = await save.call(name, sent, options);
    if (!outcome.ok) say(item, outcome.error.message);
    return outcome;
  }

  async function setShow(item: Item, show: boolean) {
    const sent: unknown = { ...sentOf(item), body: { show } };
    const set = await call(item, shows!, sent as Sent<Showing>, {
      version: versionOf?.(item),
    });
    if (set.ok) {
      const known = set.version === undefined ? {} : { version: set.version };
      change(item, { ...set.answer, ...known } as object);
    } else await onShowRefused(item);
    return set.ok;
  }

  /** Deletes without a question; `end` belongs to it. */
  async function run(item: Item) {
    const deleted = await call(item, deletes, sentOf(item));
    if (deleted.ok)
      deletions.current.push({
        label: labelOf(item),
        trashKey: deleted.trashKey,
        putBack: drop(item),
      });
    return deleted.ok;
  }

  function end() {
    onDeleted?.();
    const deleted = deletions.current.splice(0);
    if (deleted.length === 0) return;
    const words = describe(deleted, one);
    if (deleted.some(({ trashKey }) => trashKey === null))
      toast(`${words} deleted for good.`);
    else
      toast(`${words} in the trash for ${countOf(trashDays, "day")}.`, {
        action: { label: "Undo", run: () => void undo(deleted) },
      });
  }

  async function undo(deleted: Deleted[]) {
    toast("Restoring …");
    const failures: string[] = [];
    // The last one first, so that each finds its place as it was.
    for (const { label, trashKey, putBack } of [...deleted].reverse())
      try {
        await callOnce("POST /api/trash/:trashKey/restore", {
          params: { trashKey: Number(trashKey) },
        });
        putBack();
      } catch (error) {
        failures.push(
          `${label} could not be restored. ${(error as ApiError).message}`,
        );
      }
    if (failures.length < deleted.length) {
      await list.reload();
      revalidate();
    }
    if (failures.length > 0) toast(failures.join(" "), { isFailure: true });
    else toast(`${describe(deleted, one)} back.`);
  }

  const showing: BulkAction<Item>[] = [
    { label: "Show", run: (item) => setShow(item, true) },
    { label: "Hide", run: (item) => setShow(item, false) },
  ];
  const deletion: BulkAction<Item> = {
    label: "Delete",
    isDanger: true,
    confirm: question,
    run,
  };
  return {
    list,
    one,
    nameOf,
    call,
    setShow,
    failureOf: (item: Item) => failures.get(keyOf(item)),
    /** Resolves with whether it has worked; undefined if the admin doesn't want it after all. */
    async remove(item: Item) {
      if (!window.confirm(question([item]))) return undefined;
      const isDeleted = await run(item);
      if (isDeleted) end();
      return isDeleted;
    },
    actions: shows ? [...showing, deletion] : [deletion],
    end,
  };
}

/** 'Rock 7 is', '3 rocks are' */
const describe = ([first, ...more]: Deleted[], one: string) =>
  more.length === 0 ? `${first!.label} is` : `${more.length + 1} ${one}s are`;
