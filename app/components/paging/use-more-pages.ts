import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FailedPage } from "./failed-page.ts";

const KEPT_MAX = 20;
/** What was loaded at each place of the browser's history, so that Back finds a list as long as it was left. */
const kept = new Map<string, object[]>();

function keep(key: string, pages: object[]) {
  kept.delete(key);
  kept.set(key, pages);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
}

/** The page that came with the address, and those of the same loader that were asked for since. */
export function useMorePages<Page extends object>(first: Page) {
  const fetcher = useFetcher();
  const { key } = useLocation();
  const [pages, setPages] = useState(
    () => (kept.get(key) as Page[] | undefined) ?? [first],
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
  useEffect(() => keep(key, pages), [key, pages]);

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
