import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";

/** Shows two lines of a slide's caption, and a button for the rest. */
export function Caption({ text, lang }: { text: string; lang?: string }) {
  const { t } = useLingui();
  const place = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { scrollHeight, clientHeight, dataset } = entry!
        .target as HTMLElement;
      if (dataset.whole === "false") setCut(scrollHeight > clientHeight + 1);
    });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);

  return (
    <>
      <span
        className="caption-text"
        data-whole={isWhole}
        dir="auto"
        lang={lang}
        ref={place}
      >
        {text}
      </span>
      {isCut && (
        <button
          type="button"
          className="caption-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t`Show less` : t`Read more`}
        </button>
      )}
    </>
  );
}
