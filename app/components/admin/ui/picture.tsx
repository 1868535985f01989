import { useRef, useState, type ComponentProps } from "react";
import { PICTURE_FIELD } from "#core/limits.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/gallery/picture.tsx";
import { pebblePicture } from "#app/components/ui/pebbles.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SideBySide } from "#app/components/ui/side-by-side.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

interface PictureProps {
  small: string;
  large: string;
  label: string;
  /** A figure that is shown beside the large picture, to compare the two. */
  beside?: Elements;
}

/** A picture at 50×50 that opens large; an empty square while it is not ready. */
export function Thumbnail({
  small,
  ...picture
}: Omit<PictureProps, "small"> & {
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
}: PictureProps & { className?: string; size?: number }) {
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

/** A button that chooses pictures, which are sent at once. */
export function ChoosePictures({
  label,
  multiple = false,
  onChoose,
  ...button
}: Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** The name of the file field. */
  label: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FIELD}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that the same file can be chosen again.
          currentTarget.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
