import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Slide } from "./lightbox-settings.ts";
import "./lightbox.css";

interface Props {
  slides: Slide[];
  /** How many slides there will be, if more follow. */
  count?: number;
  /** Index of the slide to open. -1 while closed. */
  index: number;
  /** Called for each slide that comes into view. */
  onView?: (index: number) => void;
  onClose: () => void;
}

const LightboxSlides = lazy(() => import("./lightbox-slides.tsx"));

/**
 * Shows pictures over the whole screen. It is a modal dialog of its own, because nothing else can cover another
 * modal dialog. The browser fetches its code when it first opens.
 */
export function Lightbox({
  slides,
  count = slides.length,
  index,
  onView,
  onClose,
}: Props) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);

  useEffect(() => {
    if (dialog && !dialog.open) dialog.showModal();
  }, [dialog]);

  if (index < 0) return null;
  return (
    <dialog
      ref={setDialog}
      className="lightbox"
      aria-label={t`Photographs`}
      onCancel={(event) => {
        // The slides handle Escape themselves. Before they are loaded, nothing else does.
        if (dialog?.querySelector(".yarl__root")) event.preventDefault();
      }}
      onClose={onClose}
    >
      <Suspense
        fallback={
          <p className="lightbox-wait" role="status">
            <Trans>Loading…</Trans>
          </p>
        }
      >
        {dialog && (
          <LightboxSlides
            slides={slides}
            count={count}
            index={index}
            within={dialog}
            onView={onView}
            onClose={() => dialog.close()}
          />
        )}
      </Suspense>
    </dialog>
  );
}
