import { useEffect, useRef, useState, type ComponentProps } from "react";
import { PICTURE_FIELD } from "#core/limits.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import {
  imageAddress,
  imageThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { Field } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { pebblePicture } from "#app/components/ui/pebble.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import {
  originalAddress,
  OriginalPicture,
} from "#app/components/gallery/original-picture.tsx";
import { Picture, Shown } from "#app/components/ui/shown.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

export function Thumbnail({
  small,
  large,
  label,
  beside,
  original,
  className = "thumb",
}: {
  /** Null while the picture is not ready. */
  small: string | null;
  large: string;
  label: string;
  /** A figure that is shown beside the large picture, to compare the two. */
  beside?: Elements;
  /** The call that answers its original. */
  original?: string;
  className?: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (small === null)
    return (
      <span
        className="thumb frame thumb--none"
        role="img"
        aria-label={`${label}: not ready yet`}
      />
    );
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
        className={`frame ${className}`}
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
        {beside ? (
          <div className="side-by-side columns">
            <figure>
              {picture}
              <figcaption className="soft">As it was found</figcaption>
            </figure>
            {beside}
          </div>
        ) : (
          picture
        )}
        {original && <OriginalPicture address={original} label={label} />}
      </Dialog>
    </>
  );
}

export function ChoosePictures({
  label,
  multiple = false,
  onChoose,
  ...button
}: Omit<ComponentProps<typeof Button>, "onClick"> & {
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

/** The addresses of a find's image. Another `version` has the page ask again for an image that it shows already. */
export const imageAddresses = (
  find: Pick<AdminFind, "rock_number" | "uuid" | "rps_key">,
  name: string | null,
  version?: string,
) => {
  const query = version ? `?v=${version}` : "";
  return {
    small: name && imageThumbnailAddress(find, name) + query,
    large: imageAddress(find, name ?? "") + query,
    original: originalAddress(find, name ?? ""),
  };
};

export function ImageField({ label }: { label: string }) {
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return setPreview(undefined);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return (
    <div className="rock-image wrap low">
      <Field
        label={label}
        name="image"
        type="file"
        accept={PICTURE_FIELD}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      <Shown src={preview} alt="What was chosen" otherwise={null} />
    </div>
  );
}
