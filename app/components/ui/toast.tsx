import { useEffect, useRef, useState, type ReactNode } from "react";

/** Milliseconds. */
const NOTICE_TIME = 10_000;
const STEP = 250;

interface Props {
  /** Each new one is shown for 10 seconds. */
  notice: object | undefined;
  onEnd: () => void;
  className: string;
  tabIndex?: number;
  children: ReactNode;
}

/**
 * Shows what a notice says. The time stops while the notice has the pointer or the focus. The region is there before
 * its text, because a screen reader only hears what changes in it.
 */
export function Toast({ notice, onEnd, children, ...props }: Props) {
  const region = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);

  useEffect(() => setIsReady(true), []);
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

  return (
    <div ref={region} role="status" {...props}>
      {isReady && children}
    </div>
  );
}
