import { useEffect, type RefObject } from "react";

/** Milliseconds. */
const NOTICE_TIME = 10_000;
const STEP = 250;

/**
 * Calls `onEnd` 10 seconds after each new notice. The time stops while the region of the notices has the pointer or the
 * focus.
 */
export function useNoticeTime(
  notice: object | undefined,
  region: RefObject<HTMLElement>,
  onEnd: () => void,
) {
  useEffect(() => {
    if (!notice) return;
    let left = NOTICE_TIME;
    const timer = setInterval(() => {
      if (region.current?.matches(":hover, :focus-within")) return;
      left -= STEP;
      if (left > 0) return;
      clearInterval(timer);
      onEnd();
    }, STEP);
    return () => clearInterval(timer);
    // Only a new notice starts the time anew. `onEnd` is another function each time, and does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [notice]);
}
