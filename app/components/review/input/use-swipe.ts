import { useEffect, useRef, useState, type TouchEvent } from "react";

/** Pixels that a finger moves before it counts as a swipe, and before its end decides. */
const BEGINS = 24;
const DECIDES = 110;
/** The find follows the finger as far as this. */
const PULL_MAX = 130;

/** A swipe that starts here is meant for what is there. */
const OWN_SWIPES = ".review-thumbs, .review-map, input, dialog";

/**
 * Lets swipes decide: right means yes, left means no. Takes only horizontal swipes of one finger, because other
 * gestures zoom or scroll.
 */
export function useSwipe(
  decide: (isRight: boolean) => void,
  disabled: boolean,
) {
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  /** Pixels that the find is pulled aside. */
  const [pull, setPull] = useState(0);

  const element = useRef<HTMLDivElement>(null);
  const isPulled = useRef(false);
  isPulled.current = pull !== 0;
  // The browser would make a scroll of the swipe, and that would swallow a tap that follows soon. React's own
  // listeners can't prevent it.
  useEffect(() => {
    const { current } = element;
    const claim = (event: globalThis.TouchEvent) => {
      const touch = event.touches[0];
      if (!event.cancelable || !start.current || !touch) return;
      const across = Math.abs(touch.clientX - start.current.x);
      const down = Math.abs(touch.clientY - start.current.y);
      if (isPulled.current || across > down) event.preventDefault();
    };
    current?.addEventListener("touchmove", claim, { passive: false });
    return () => current?.removeEventListener("touchmove", claim);
  }, []);

  function end() {
    start.current = undefined;
    setPull(0);
  }

  return {
    pull,
    ref: element,
    handlers: {
      onTouchStart({ touches, target }: TouchEvent) {
        const touch = touches[0];
        const isOther =
          touches.length > 1 || (target as Element).closest(OWN_SWIPES);
        start.current =
          disabled || isOther || !touch
            ? undefined
            : { x: touch.clientX, y: touch.clientY };
        if (isOther) setPull(0);
      },
      onTouchMove({ touches }: TouchEvent) {
        const touch = touches[0];
        if (!start.current || !touch) return;
        const across = touch.clientX - start.current.x;
        const down = touch.clientY - start.current.y;
        if (pull === 0 && Math.abs(down) > Math.max(BEGINS, Math.abs(across)))
          return end();
        setPull(
          Math.abs(across) > BEGINS
            ? Math.max(-PULL_MAX, Math.min(PULL_MAX, across))
            : 0,
        );
      },
      onTouchEnd() {
        const pulled = start.current ? pull : 0;
        end();
        if (Math.abs(pulled) >= DECIDES) decide(pulled > 0);
      },
      onTouchCancel: end,
    },
  };
}
