import { useEffect, useState } from "react";

/** Milliseconds until a part that could not be loaded is tried again. */
const RETRY_MS = 3_000;

/** Loads a part of the page when it is needed, again and again if that fails. @param load keeps its identity */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): {
  part?: T;
  hasFailed: boolean;
} {
  const [loaded, setLoaded] = useState<{ part?: T; hasFailed: boolean }>({
    hasFailed: false,
  });
  useEffect(() => {
    if (!load) return;
    let isLeft = false;
    let timer: number | undefined;
    const start = () =>
      void load().then(
        (part) => isLeft || setLoaded({ part, hasFailed: false }),
        (error: unknown) => {
          if (isLeft) return;
          console.error("Error loading a part of the page", error);
          setLoaded({ hasFailed: true });
          timer = window.setTimeout(start, RETRY_MS);
        },
      );
    start();
    return () => {
      isLeft = true;
      window.clearTimeout(timer);
    };
  }, [load]);
  return loaded;
}
