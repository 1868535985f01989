import { useEffect } from "react";

const AGAIN_MS = 2_000;

/** Does something again and again, while the page is looked at, until it is over. */
export function useUntil(isOver: boolean, doAgain: () => unknown) {
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") doAgain();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOver, doAgain]);
}
