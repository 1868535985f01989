import { useEffect, useState } from "react";

/** Milliseconds until a part that could not be loaded is tried again: at first, and at most. */
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;

/**
 * Loads a part of the page when it is needed. If it can't be loaded, it says so, and tries again after growing
 * pauses, because a bad link is not seen as offline, and at once when the browser is online again.
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
    let isDone = false;
    let pause = RETRY_MS;
    let timer: number | undefined;
    const start = () => {
      window.clearTimeout(timer);
      load().then(
        (part) => {
          if (isDone) return;
          end();
          setLoaded({ part, hasFailed: false });
        },
        (error: unknown) => {
          if (isDone) return;
          console.error("Error loading a part of the page", error);
          setLoaded({ hasFailed: true });
          window.clearTimeout(timer);
          timer = window.setTimeout(start, pause);
          pause = Math.min(2 * pause, RETRY_MS_MAX);
        },
      );
    };
    const end = () => {
      isDone = true;
      window.clearTimeout(timer);
      window.removeEventListener("online", start);
    };
    window.addEventListener("online", start);
    start();
    return end;
  }, [load]);
  return loaded;
}
