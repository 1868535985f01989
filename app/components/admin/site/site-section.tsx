import { useLocation } from "@remix-run/react";
import {
  useEffect,
  useRef,
  type FormEventHandler,
  type ReactNode,
} from "react";
import { DownIcon } from "#app/components/ui/icons.tsx";

/** A part of the Site screen that opens below its heading. An address that ends with `#` and its id opens it too. */
export function SiteSection({
  id,
  title,
  now,
  onInput,
  children,
}: {
  id: string;
  title: string;
  /** Its present content, in a few words. */
  now: ReactNode;
  onInput?: FormEventHandler;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const isAsked = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (!isAsked) return;
    details.current!.open = true;
    details.current!.scrollIntoView();
  }, [isAsked]);

  return (
    <section aria-labelledby={`${id}-title`}>
      <details ref={details} className="site-section" id={id}>
        <summary className="row">
          <h2 id={`${id}-title`}>{title}</h2>
          <span className="site-section-now cut">{now}</span>
          <DownIcon />
        </summary>
        <div className="site-section-body" onInput={onInput}>
          {children}
        </div>
      </details>
    </section>
  );
}
