import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";

/** The page that came with the address, and those of the same loader that were asked for since. */
export function useMorePages<Page extends object>(first: Page) {
  const fetcher = useFetcher();
  const [pages, setPages] = useState([first]);

  useEffect(() => setPages([first]), [first]);
  useEffect(() => {
    const page = fetcher.data as Page | undefined;
    if (page) setPages((all) => (all.includes(page) ? all : [...all, page]));
  }, [fetcher.data]);

  const waiting = fetcher.state !== "idle";
  return {
    pages,
    waiting,
    load: (address: string) => {
      if (!waiting) fetcher.load(address);
    },
  };
}
