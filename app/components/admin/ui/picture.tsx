import { useState, type ReactNode } from "react";
import { Picture } from "#app/components/gallery/picture.tsx";
import { pebblePicture } from "#app/components/rocks/pebbles.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";

interface Props {
  small: string;
  large: string;
  /** What the picture shows. */
  label: string;
  /** Another figure, to be seen beside the large picture. */
  beside?: ReactNode;
}

/** A picture at 50×50 that opens large; a quiet square while it is not made yet. */
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
        className="thumb thumb--none"
        role="img"
        aria-label={`${picture.label}: not ready yet`}
      />
    );
  return (
    <EnlargingPicture {...picture} small={small} className="thumb" size={50} />
  );
}

/** A picture that opens large in a dialog; a bare stone stands in where it does not load. */
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
          <div className="compare">
            <figure>
              {picture}
              <figcaption>As it was found</figcaption>
            </figure>
            {beside}
          </div>
        ) : (
          picture
        )}
      </Dialog>
    </>
  );
}
