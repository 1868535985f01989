import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import {
  EditForm,
  type EditFormProps,
} from "#app/components/admin/ui/forms.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";

export interface SectionProps {
  id: string;
  title: string;
  now: ReactNode;
}

/** A part of the Site screen that opens below its heading. An address that ends with `#` and its id opens it too. */
export function SiteSection({
  id,
  title,
  now,
  children,
}: SectionProps & { children: ReactNode }) {
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
        <summary className="row wrap">
          <h2 id={`${id}-title`}>{title}</h2>
          <span className="site-section-now soft cut">{now}</span>
          <DownIcon />
        </summary>
        <div className="site-section-body stack">{children}</div>
      </details>
    </section>
  );
}

/** A section with texts that are saved on their own. It says if some aren't saved yet. */
export function FormSection({
  id,
  title,
  now,
  round,
  lead,
  ...form
}: SectionProps &
  Omit<EditFormProps, "what"> & {
    round: string | number;
    lead?: (isUnsaved: boolean) => Elements;
  }) {
  const { isBusy, hasChanges } = form.save;
  /** The round in which something was typed. */
  const [typed, setTyped] = useState<string | number>();
  const isUnsaved = typed === round;
  return (
    <SiteSection
      id={id}
      title={title}
      now={
        isUnsaved ? (
          <b className="pill" data-tone="waits">
            Not saved
          </b>
        ) : (
          now
        )
      }
    >
      {lead?.(isUnsaved)}
      <div onInput={() => setTyped(hasChanges() ? round : undefined)}>
        <EditForm
          {...form}
          round={round}
          what="text"
          bar={
            <footer className="admin-bar wrap">
              <Button type="submit" busy={isBusy}>
                Save
              </Button>
            </footer>
          }
        />
      </div>
    </SiteSection>
  );
}
