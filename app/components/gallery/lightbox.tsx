import { lazy, Suspense, useEffect, useState } from "react";
import type { Slide } from "./lightbox-settings.ts";
import "./lightbox.css";

interface Props {
  slides: Slide[];
  /** The slide to open at; -1 while closed. */
  index: number;
  /** Told of each slide that comes into view. */
  onView?: (index: number) => void;
  onClose: () => void;
}

const LightboxSlides = lazy(() => import("./lightbox-slides.tsx"));

/**
 * Pictures over the whole screen. In a modal dialog of its own, because nothing else stands above
 * another modal dialog; its code is fetched when it is first opened.
 */
export function Lightbox({ slides, index, onView, onClose }: Props) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);

  useEffect(() => {
    if (dialog && !dialog.open) dialog.showModal();
  }, [dialog]);

  if (index < 0) return null;
  return (
    <dialog
      ref={setDialog}
      className="lightbox"
      aria-label="Photographs"
      onCancel={(event) => {
        // The slides fade out by themselves when Escape is pressed; before they are there, nothing does.
        if (dialog?.querySelector(".yarl__root")) event.preventDefault();
      }}
      onClose={onClose}
    >
      <Suspense
        fallback={
          <p className="lightbox-wait" role="status">
            Loading…
          </p>
        }
      >
        {dialog && (
          <LightboxSlides
            slides={slides}
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
