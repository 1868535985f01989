import { useEffect, useRef } from "react";

/**
 * Calls `load` every two seconds while somebody looks at the page, and at once when they come back to it.
 * @param interval milliseconds
 */
export function usePolling(
  isUnderWay: boolean,
  load: () => unknown,
  interval = 2_000,
) {
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!isUnderWay) return;
    const loadIfVisible = () => {
      if (document.visibilityState === "visible") latest.current();
    };
    const timer = setInterval(loadIfVisible, interval);
    document.addEventListener("visibilitychange", loadIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", loadIfVisible);
    };
  }, [isUnderWay, interval]);
}
