import { useEffect, useRef, useState } from "react";
import { callApi } from "./call-api.ts";

const LINK = /<([^>]+)>; rel="next"/;

/**
 * A list of the API's, page by page: the first comes with the screen, also when the screen is loaded
 * again; what was loaded after it stays.
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

  useEffect(() => {
    if (isFirstPageOnly.current) {
      setItems(first.items);
      setNext(first.next);
    } else setItems((all) => join(first.items, all, keyOf));
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
    change: (key: number, change: Partial<Item>) =>
      setItems((all) =>
        all.map((item) =>
          keyOf(item) === key ? { ...item, ...change } : item,
        ),
      ),
    drop: (key: number) =>
      setItems((all) => all.filter((other) => keyOf(other) !== key)),
  };
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
