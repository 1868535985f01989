import { useEffect, useRef } from "react";

const INTERVAL_MS = 2_000;

/** Calls `load` every 2 seconds while something is under way and the tab is visible. */
export function usePolling(isUnderWay: boolean, load: () => unknown) {
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isUnderWay]);
}
