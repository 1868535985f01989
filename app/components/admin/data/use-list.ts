import { useCallback, useEffect, useRef, useState } from "react";
import { PAGE_MAX } from "#core/limits.ts";
import { call } from "#app/components/api/call.ts";
import {
  addressOf,
  type Given,
  type Name,
  type Sent,
} from "#app/components/api/send.ts";
import { withoutRepeats } from "#app/components/paging/without-repeats.ts";
import { usePolling } from "#app/components/api/use-polling.ts";
import type { Outcome } from "./use-save.ts";

type Key = number | string;

export interface Page<Item> {
  items: Item[];
  next: string | null;
}

type Reading = Extract<Name, `GET ${string}`>;
type ListName<Item> = {
  [N in Reading]: Item[] extends Given<N> ? N : never;
}[Reading];

interface ListOptions<Item> {
  keyOf: (item: Item) => Key;
  /** The first page, from the screen's loader. Without it the list asks the API itself. */
  first?: Page<Item>;
  /** Asks for pages in this order: a field, with `-` before it if descending. */
  sort?: string;
  /** Called with the version of what the list belongs to. Keep it the same function. */
  onVersion?: (version: string) => void;
  /** While this holds for an item, the list is loaded again every 2 seconds. */
  isUnderWay?: (item: Item) => boolean;
}

interface ListState<Item> {
  first?: Page<Item>;
  sort?: string;
  items?: Item[];
  next: string | null;
  isFirstPageOnly: boolean;
  /** Keys of items that were changed here. In a sorted list they keep their places. */
  changed: ReadonlySet<Key>;
}

export type List<Item> = ReturnType<typeof useList<Item, ListName<Item>>>;

/**
 * A list of the API, page by page, and the rows chosen in it. Loading the first page again keeps the others. An item
 * that was changed here keeps its row, even if it would now sort elsewhere, so that it stays in sight.
 */
export function useList<Item, N extends ListName<Item>>(
  name: N,
  sent: Sent<N>,
  { keyOf, first, sort, onVersion, isUnderWay }: ListOptions<Item>,
) {
  const address = addressOf(name, sent);
  const [state, setState] = useState(() => beginWith(first, sort));
  const [failed, setFailed] = useState(false);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [more, setMore] = useState<"idle" | "loading" | "failed">("idle");
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set());
  const rounds = useRef(0);
  const { items } = state;

  const setItems = (change: (items: Item[]) => Item[]) =>
    setState((now) => ({ ...now, items: now.items && change(now.items) }));

  if (first && state.first !== first)
    setState(
      state.sort === sort
        ? { ...withFirstPage(state, first, sort, keyOf), first }
        : beginWith(first, sort),
    );

  const load = useCallback(
    async (before?: string): Promise<Page<Item> & { version?: string }> => {
      const order = sort === undefined ? {} : { sort, limit: PAGE_MAX };
      const query = { ...sent.query, ...order, before };
      const { answer, link, version } = await call(name, {
        ...sent,
        query,
      } as Sent<N>);
      const [, next] = NEXT.exec(link ?? "") ?? [];
      return {
        items: answer as Item[],
        next: next
          ? new URL(next, window.location.origin).searchParams.get("before")
          : null,
        version,
      };
    },
    // The address says all that is sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [address, sort],
  );

  const reload = useCallback(async () => {
    const round = ++rounds.current;
    try {
      const page = await load();
      // An answer that was overtaken by a later one is out of date.
      if (round !== rounds.current) return true;
      setState((now) => withFirstPage(now, page, sort, keyOf));
      if (page.version !== undefined) onVersion?.(page.version);
      setFailed(false);
      return true;
    } catch (error) {
      console.error(`Error loading ${address}`, error);
      if (round === rounds.current) setFailed(true);
      return false;
    }
  }, [load, address, sort, keyOf, onVersion]);

  /** Says that the list is loading, and keeps what is shown if it fails. Resolves with whether it has worked. */
  async function refresh() {
    setFailed(false);
    setIsRefreshing(true);
    const hasWorked = await reload();
    setIsRefreshing(false);
    return hasWorked;
  }

  const isGiven = first !== undefined;
  useEffect(() => {
    if (!isGiven) void reload();
  }, [isGiven, reload]);

  usePolling(
    isUnderWay !== undefined && (items?.some(isUnderWay) ?? false),
    reload,
  );

  async function loadMore() {
    if (state.next === null) return;
    setMore("loading");
    try {
      const page = await load(state.next);
      setState((now) => ({
        ...now,
        items: withoutRepeats([...(now.items ?? []), ...page.items], keyOf),
        next: page.next,
        isFirstPageOnly: false,
      }));
      setMore("idle");
    } catch (error) {
      console.error(`Error loading ${address}`, error);
      setMore("failed");
    }
  }

  function change(item: Item, change: Partial<Item>) {
    const key = keyOf(item);
    setItems((now) =>
      now.map((one) => (keyOf(one) === key ? { ...one, ...change } : one)),
    );
    setState((now) => ({ ...now, changed: new Set(now.changed).add(key) }));
  }

  /** Takes an item out of the list. @returns a function that puts it back after the items that were before it */
  function drop(item: Item) {
    const isOther = (other: Item) => keyOf(other) !== keyOf(item);
    const all = items ?? [];
    const place = all.findIndex((other) => !isOther(other));
    const before = new Set(all.slice(0, place).map(keyOf));
    setItems((now) => now.filter(isOther));
    return () =>
      setItems((now) => {
        const others = now.filter(isOther);
        const at = others.findLastIndex((other) => before.has(keyOf(other)));
        return [...others.slice(0, at + 1), item, ...others.slice(at + 1)];
      });
  }

  /**
   * Shows a new order at once, until the server has saved it.
   * @returns the saved list; undefined if it could not be saved
   */
  async function reorder(order: Item[], save: () => Promise<Outcome<Item[]>>) {
    setItems(() => order);
    const outcome = await save();
    const saved = outcome.ok ? outcome.answer : undefined;
    setItems((now) => saved ?? items ?? now);
    if (!saved) void reload();
    return saved;
  }

  // Rows that are gone are no longer chosen.
  const has = (item: Item) => chosen.has(keyOf(item));
  const selected = items?.filter(has) ?? [];
  const areAll = selected.length > 0 && selected.length === items?.length;
  const selection = {
    selected,
    has,
    toggle: (item: Item) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(keyOf(item))) after.add(keyOf(item));
        return after;
      }),
    areAll,
    toggleAll: () => setChosen(new Set(areAll ? [] : items?.map(keyOf))),
  };

  return {
    items,
    keyOf,
    sort,
    hasFailed: failed,
    isLoading: isRefreshing || (items === undefined && !failed),
    reload,
    refresh,
    hasMore: state.next !== null,
    more,
    loadMore,
    change,
    drop,
    reorder,
    selection,
  };
}

const NEXT = /<([^>]+)>; rel="next"/;

const beginWith = <Item>(
  first: Page<Item> | undefined,
  sort: string | undefined,
): ListState<Item> => ({
  first,
  sort,
  items: first?.items,
  next: first?.next ?? null,
  isFirstPageOnly: true,
  changed: new Set(),
});

function withFirstPage<Item>(
  now: ListState<Item>,
  page: Page<Item>,
  sort: string | undefined,
  keyOf: (item: Item) => Key,
): ListState<Item> {
  const { items: before = [], isFirstPageOnly, changed } = now;
  const after = isFirstPageOnly
    ? page.items
    : withoutRepeats([...page.items, ...before], keyOf);
  const isChanged = (item: Item) => changed.has(keyOf(item));
  const items =
    sort === undefined ? after : after.filter((one) => !isChanged(one));
  if (sort !== undefined)
    for (const [index, item] of before.entries())
      if (isChanged(item)) {
        const now = after.find((other) => keyOf(other) === keyOf(item)) ?? item;
        items.splice(index, 0, now);
      }
  return { ...now, items, next: isFirstPageOnly ? page.next : now.next };
}
