import { useEffect, useRef, useState } from "react";

/** Says on which sides a row that scrolls goes on, and moves it by most of its width. */
export function useRowEnds<T extends HTMLElement>() {
  const row = useRef<T>(null);
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);

  useEffect(() => {
    const element = row.current!;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      // Negative from right to left. Not whole pixels on every screen.
      const start = Math.abs(scrollLeft);
      setBefore(start > 1);
      setAfter(start + clientWidth < scrollWidth - 1);
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);

  function move(steps: 1 | -1) {
    const element = row.current!;
    const turn = getComputedStyle(element).direction === "rtl" ? -1 : 1;
    element.scrollBy({ left: steps * turn * element.clientWidth * 0.8 });
  }

  return { row, before, after, move };
}
