import { useState } from "react";
import { Picture } from "#app/components/gallery/picture.tsx";
import { pebblePicture } from "#app/components/ui/pebbles.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SideBySide } from "#app/components/ui/side-by-side.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./picture.css";

interface Props {
  small: string;
  large: string;
  /** Says what the picture shows. */
  label: string;
  /** A figure that is shown beside the large picture, to compare the two. */
  beside?: Elements;
}

/** A picture at 50×50 that opens large; an empty square while it is not ready. */
export function Thumbnail({
  small,
  ...picture
}: Omit<Props, "small"> & {
  /** Null while the picture is not ready. */
  small: string | null;
}) {
  if (small === null)
    return (
      <span
        className="thumb frame thumb--none"
        role="img"
        aria-label={`${picture.label}: not ready yet`}
      />
    );
  return (
    <EnlargingPicture
      {...picture}
      small={small}
      className="thumb frame"
      size={50}
    />
  );
}

/** A picture that opens large in a dialog. If it does not load, a bare stone is shown instead. */
export function EnlargingPicture({
  small,
  large,
  label,
  beside,
  className,
  size,
}: Props & { className?: string; size?: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const fallback = pebblePicture("plain");
  const picture = (
    <Picture
      className="picture-large"
      src={large}
      fallback={fallback}
      alt={label}
    />
  );
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={`See ${label} large`}
        onClick={() => setIsOpen(true)}
      >
        <Picture
          src={small}
          fallback={fallback}
          alt=""
          width={size}
          height={size}
          loading="lazy"
        />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Picture"
        size="large"
      >
        {beside ? (
          <SideBySide>
            <figure>
              {picture}
              <figcaption className="soft">As it was found</figcaption>
            </figure>
            {beside}
          </SideBySide>
        ) : (
          picture
        )}
      </Dialog>
    </>
  );
}
