import { useEffect, useState } from "react";

/**
 * Loads a part of the page when it is needed. Without a connection it says so, and tries again when there is one.
 * @param load must keep its identity between renders; undefined until the part is needed
 */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): {
  part?: T;
  hasFailed: boolean;
} {
  const [loaded, setLoaded] = useState<{ part?: T; hasFailed: boolean }>({
    hasFailed: false,
  });
  useEffect(() => {
    if (!load) return;
    let isStale = false;
    const start = () =>
      load().then(
        (part) => isStale || setLoaded({ part, hasFailed: false }),
        (error: unknown) => {
          console.error("Error loading a part of the page", error);
          if (!isStale) setLoaded({ hasFailed: true });
        },
      );
    void start();
    const retry = () => void start();
    window.addEventListener("online", retry);
    return () => {
      isStale = true;
      window.removeEventListener("online", retry);
    };
  }, [load]);
  return loaded;
}
