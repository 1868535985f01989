import { useState } from "react";
import { Picture } from "#app/components/gallery/picture.tsx";
import { pebblePicture } from "#app/components/rocks/pebbles.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";

/**
 * A picture at 50×50 that opens large in a dialog; a quiet square while it is not made yet, and a bare
 * stone where it does not load.
 */
export function Thumbnail({
  small,
  large,
  label,
}: {
  /** Null while the picture is not ready. */
  small: string | null;
  large: string;
  /** What the picture shows. */
  label: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (small === null)
    return (
      <span
        className="thumb thumb--none"
        role="img"
        aria-label={`${label}: not ready yet`}
      />
    );
  const fallback = pebblePicture("plain");
  return (
    <>
      <button
        type="button"
        className="thumb"
        aria-label={`See ${label} large`}
        onClick={() => setIsOpen(true)}
      >
        <Picture
          src={small}
          fallback={fallback}
          alt=""
          width={50}
          height={50}
          loading="lazy"
        />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Picture"
        size="large"
      >
        <Picture
          className="picture-large"
          src={large}
          fallback={fallback}
          alt={label}
        />
      </Dialog>
    </>
  );
}
