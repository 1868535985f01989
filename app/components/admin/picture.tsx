import { Dialog } from "#app/components/ui/dialog.tsx";

export interface Picture {
  src: string;
  label: string;
}

/** A post image at 50×50 that opens it large; a quiet square while its derivatives are not made. */
export function Thumbnail({
  folder,
  name,
  label,
  onOpen,
}: {
  folder: string;
  name: string | null;
  label: string;
  onOpen: (picture: Picture) => void;
}) {
  if (name === null)
    return (
      <span
        className="thumb thumb--none"
        role="img"
        aria-label="The picture is not ready yet"
      />
    );
  return (
    <button
      type="button"
      className="thumb"
      aria-label={label}
      onClick={() => onOpen({ src: `${folder}/webp/${name}.webp`, label })}
    >
      <img
        src={`${folder}/sm/${name}.webp`}
        alt=""
        width={50}
        height={50}
        loading="lazy"
      />
    </button>
  );
}

export function PictureDialog({
  picture,
  onClose,
}: {
  picture: Picture | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={picture !== undefined}
      onClose={onClose}
      title="Picture"
      size="large"
    >
      {picture && (
        <img className="picture-large" src={picture.src} alt={picture.label} />
      )}
    </Dialog>
  );
}
