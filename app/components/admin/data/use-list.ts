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
import { usePolling } from "./use-polling.ts";

type Key = number | string;

/** The first items of a list, and the cursor of its next page, null on the last one. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
}

type Reading = Extract<Name, `GET ${string}`>;
/** The calls that give a list of such items. */
type ListName<Item> = {
  [N in Reading]: Item[] extends Given<N> ? N : never;
}[Reading];

interface ListOptions<Item> {
  keyOf: (item: Item) => Key;
  /** The first page, from the screen's loader. Without it the list asks the API itself. */
  first?: Page<Item>;
  /** Asks for pages in this order: a field, with `-` before it if descending. */
  sort?: string;
  /** While this holds for an item, the list is loaded again every 2 seconds. */
  isUnderWay?: (item: Item) => boolean;
}

interface ListState<Item> {
  /** The loader's page that was taken over last. */
  first?: Page<Item>;
  /** Undefined until they are loaded. */
  items?: Item[];
  next: string | null;
  isFirstPageOnly: boolean;
  /** Keys of items that were changed here. In a sorted list they keep their places. */
  changed: ReadonlySet<Key>;
}

export type List<Item> = ReturnType<typeof useList<Item, ListName<Item>>>;

/**
 * A list of the API, page by page, with the rows that are selected in it. The pages that were loaded stay
 * when the first one is loaded again. An item that was changed here keeps its row, even if it would now
 * sort elsewhere, so that it stays in sight.
 */
export function useList<Item, N extends ListName<Item>>(
  name: N,
  sent: Sent<N>,
  { keyOf, first, sort, isUnderWay }: ListOptions<Item>,
) {
  const address = addressOf(name, sent);
  const [state, setState] = useState<ListState<Item>>({
    first,
    ...(first ?? { items: undefined, next: null }),
    isFirstPageOnly: true,
    changed: new Set(),
  });
  const [failed, setFailed] = useState(false);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [more, setMore] = useState<"idle" | "loading" | "failed">("idle");
  const [selected, setSelected] = useState<ReadonlySet<Key>>(new Set());
  const rounds = useRef(0);

  if (first && state.first !== first)
    setState({ ...withFirstPage(state, first, sort, keyOf), first });

  const load = useCallback(
    (before?: string) => loadPage<Item, N>(name, sent, sort, before),
    // The address says all that is sent.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [address, sort],
  );

  /** Loads the first page again. Resolves with whether it could be loaded. */
  const reload = useCallback(async () => {
    const round = ++rounds.current;
    try {
      const page = await load();
      // An answer that was overtaken by a later one is out of date.
      if (round !== rounds.current) return true;
      setState((now) => withFirstPage(now, page, sort, keyOf));
      setFailed(false);
      return true;
    } catch (error) {
      console.error(`Error loading ${address}`, error);
      if (round === rounds.current) setFailed(true);
      return false;
    }
  }, [load, address, sort, keyOf]);

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

  const { items } = state;
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

  const change = (item: Item, change: Partial<Item>) =>
    setState((now) => ({
      ...now,
      items: now.items?.map((other) =>
        keyOf(other) === keyOf(item) ? { ...other, ...change } : other,
      ),
      changed: new Set(now.changed).add(keyOf(item)),
    }));

  /** Takes an item out of the list. @returns a function that puts it back after the items that were before it */
  function drop(item: Item) {
    const isOther = (other: Item) => keyOf(other) !== keyOf(item);
    const all = items ?? [];
    const place = all.findIndex((other) => !isOther(other));
    const before = new Set(all.slice(0, place).map(keyOf));
    setState((now) => ({ ...now, items: now.items?.filter(isOther) }));
    return () =>
      setState((now) => {
        const others = now.items?.filter(isOther) ?? [];
        const at = others.findLastIndex((other) => before.has(keyOf(other)));
        return { ...now, items: others.toSpliced(at + 1, 0, item) };
      });
  }

  /**
   * Shows a new order at once, until the server has saved it.
   * @param save resolves with the saved list, or with undefined if it could not be saved
   */
  async function reorder(
    order: Item[],
    save: () => Promise<Item[] | undefined>,
  ) {
    setState((now) => ({ ...now, items: order }));
    const saved = await save();
    setState((now) => ({ ...now, items: saved ?? items }));
    if (!saved) void reload();
    return saved;
  }

  return {
    items,
    keyOf,
    failed,
    isLoading: isRefreshing || (items === undefined && !failed),
    reload,
    refresh,
    hasMore: state.next !== null,
    more,
    loadMore,
    change,
    drop,
    reorder,
    selection: selectionOf(items ?? [], keyOf, selected, setSelected),
  };
}

function selectionOf<Item>(
  items: Item[],
  keyOf: (item: Item) => Key,
  keys: ReadonlySet<Key>,
  setKeys: (
    change: ReadonlySet<Key> | ((keys: ReadonlySet<Key>) => Set<Key>),
  ) => void,
) {
  // Rows that are gone are no longer selected.
  const selected = items.filter((item) => keys.has(keyOf(item)));
  const areAll = items.length > 0 && selected.length === items.length;
  return {
    selected,
    has: (item: Item) => keys.has(keyOf(item)),
    toggle: (item: Item) =>
      setKeys((before) => {
        const after = new Set(before);
        if (!after.delete(keyOf(item))) after.add(keyOf(item));
        return after;
      }),
    areAll,
    toggleAll: () => setKeys(new Set(areAll ? [] : items.map(keyOf))),
  };
}

const NEXT = /<([^>]+)>; rel="next"/;

async function loadPage<Item, N extends ListName<Item>>(
  name: N,
  sent: Sent<N>,
  sort: string | undefined,
  before: string | undefined,
): Promise<Page<Item>> {
  const query = {
    ...sent.query,
    ...(sort === undefined ? {} : { sort, limit: PAGE_MAX }),
    before,
  };
  const { answer, link } = await call(name, { ...sent, query } as Sent<N>);
  const [, next] = NEXT.exec(link ?? "") ?? [];
  return {
    items: answer as Item[],
    next: next
      ? new URL(next, window.location.origin).searchParams.get("before")
      : null,
  };
}

/** The list with its first page loaded again. */
function withFirstPage<Item>(
  now: ListState<Item>,
  page: Page<Item>,
  sort: string | undefined,
  keyOf: (item: Item) => Key,
): ListState<Item> {
  const before = now.items ?? [];
  const { isFirstPageOnly } = now;
  const after = isFirstPageOnly
    ? page.items
    : withoutRepeats([...page.items, ...before], keyOf);
  return {
    ...now,
    items:
      sort === undefined
        ? after
        : keepPlaces(before, after, now.changed, keyOf),
    next: isFirstPageOnly ? page.next : now.next,
  };
}

/** The new list, with the items of these keys where they were before. */
function keepPlaces<Item>(
  before: Item[],
  after: Item[],
  keys: ReadonlySet<Key>,
  keyOf: (item: Item) => Key,
) {
  const kept = after.filter((item) => !keys.has(keyOf(item)));
  for (const [index, item] of before.entries()) {
    const key = keyOf(item);
    if (keys.has(key))
      kept.splice(
        index,
        0,
        after.find((other) => keyOf(other) === key) ?? item,
      );
  }
  return kept;
}
