import { useEffect, useRef } from "react";

const INTERVAL_MS = 2_000;

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
