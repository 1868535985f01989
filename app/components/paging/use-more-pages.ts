import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FailedPage } from "./failed-page.ts";

const PLACES_MAX = 20;
/** Loaded pages by place in the browser's history, so that Back shows a list as long as before. */
const loaded = new Map<string, object[]>();

function remember(key: string, pages: object[]) {
  loaded.delete(key);
  loaded.set(key, pages);
  if (loaded.size > PLACES_MAX) loaded.delete(loaded.keys().next().value!);
}

/** Returns the first page of a list, and the pages of the same loader that were fetched since. */
export function useMorePages<Page extends object>(first: Page) {
  const fetcher = useFetcher();
  const { key } = useLocation();
  const [pages, setPages] = useState(
    () => (loaded.get(key) as Page[] | undefined) ?? [first],
  );
  const shown = useRef(first);

  useEffect(() => {
    if (shown.current === first) return;
    shown.current = first;
    setPages([first]);
  }, [first]);
  useEffect(() => {
    const page = fetcher.data as Page | FailedPage | undefined;
    if (page && !("failed" in page))
      setPages((all) => (all.includes(page) ? all : [...all, page]));
  }, [fetcher.data]);
  useEffect(() => remember(key, pages), [key, pages]);

  const waiting = fetcher.state !== "idle";
  const failed = !waiting && Boolean((fetcher.data as FailedPage)?.failed);
  return {
    pages,
    waiting,
    failed,
    load: (address: string) => {
      if (!waiting) fetcher.load(address);
    },
  };
}
