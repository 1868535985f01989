import { useEffect, useRef, useState } from "react";
import { callApi } from "#app/components/admin/data/call-api.ts";

const LINK = /<([^>]+)>; rel="next"/;

/**
 * A list of the API's, page by page: the first comes with the screen, also when the screen is loaded
 * again; what was loaded after it stays. What was changed here keeps its row, wherever the new order would
 * put it, so that it does not go out of sight.
 * @param keyOf names an item
 */
export function usePages<Item>(
  path: string,
  first: { items: Item[]; next: string | null },
  sort: string,
  keyOf: (item: Item) => number,
) {
  const [items, setItems] = useState(first.items);
  const [next, setNext] = useState(first.next);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const isFirstPageOnly = useRef(true);
  const changed = useRef(new Set<number>());

  useEffect(() => {
    const isAll = isFirstPageOnly.current;
    if (isAll) setNext(first.next);
    setItems((before) => {
      const after = isAll ? first.items : join(first.items, before, keyOf);
      return keepPlaces(before, after, changed.current, keyOf);
    });
  }, [first, keyOf]);

  async function loadMore() {
    if (next === null) return;
    setState("loading");
    try {
      const query = new URLSearchParams({ sort, limit: "100", before: next });
      const { answer, headers } = await callApi<Item[]>(
        "GET",
        `${path}?${query}`,
      );
      const [, link] = LINK.exec(headers.get("Link") ?? "") ?? [];
      isFirstPageOnly.current = false;
      setItems((all) => join(all, answer, keyOf));
      setNext(
        link
          ? new URL(link, window.location.origin).searchParams.get("before")
          : null,
      );
      setState("idle");
    } catch (error) {
      console.error(`Error loading ${path}`, error);
      setState("failed");
    }
  }

  return {
    items,
    hasMore: next !== null,
    state,
    loadMore,
    change: (key: number, change: Partial<Item>) => {
      changed.current.add(key);
      setItems((all) =>
        all.map((item) =>
          keyOf(item) === key ? { ...item, ...change } : item,
        ),
      );
    },
    drop: (key: number) =>
      setItems((all) => all.filter((other) => keyOf(other) !== key)),
  };
}

/** A list that was loaded again, with the items of these keys where they were before. */
function keepPlaces<Item>(
  before: Item[],
  after: Item[],
  keys: ReadonlySet<number>,
  keyOf: (item: Item) => number,
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

/** One list after another, each item once. */
function join<Item>(
  before: Item[],
  after: Item[],
  keyOf: (item: Item) => number,
) {
  const known = new Set(before.map(keyOf));
  return [...before, ...after.filter((item) => !known.has(keyOf(item)))];
}
