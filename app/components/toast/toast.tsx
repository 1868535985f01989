import { useEffect, useRef, useState } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./toast.css";

/** Milliseconds. */
const NOTICE_TIME = 10_000;
const STEP = 250;

export interface Notice {
  text: string;
  isFailure?: boolean;
  action?: { label: string; run: () => void };
}

interface Props {
  /** Each new one is shown for 10 seconds. */
  notice: Notice | undefined;
  onEnd: () => void;
  /** The key that presses the button too, as `aria-keyshortcuts` has it. */
  shortcut: string;
  /** Called before the action runs. Its button goes with the notice, and the focus must not be lost. */
  onPress: (region: HTMLElement) => void;
  picture?: Elements;
}

/**
 * Shows a notice. The time stops while the notice has the pointer or the focus. The region is there before
 * its text, because a screen reader only hears what changes in it.
 */
export function Toast({ notice, onEnd, shortcut, onPress, picture }: Props) {
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
    // Only a new notice restarts the time. `onEnd` is another function each time, and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [notice]);

  const action = notice?.action;
  return (
    <div ref={region} className="toast" role="status" tabIndex={-1}>
      {isReady && notice && (
        <p
          className={
            notice.isFailure ? "raised is-failure row wrap" : "raised row wrap"
          }
        >
          {picture}
          <span>{notice.text}</span>
          {action && (
            <button
              type="button"
              aria-keyshortcuts={shortcut}
              onClick={() => {
                onPress(region.current!);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
