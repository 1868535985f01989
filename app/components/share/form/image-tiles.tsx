import { useId, useRef, useState, type ChangeEvent } from "react";
import { IMAGES_MAX } from "#domain/core/schemas.ts";
import { CloseIcon, PictureIcon, PlusIcon } from "#app/components/ui/icons.tsx";
import { FieldError } from "./form-field.tsx";
import type {
  DraftImage,
  FindDraft,
} from "#app/components/share/queue/use-find-draft.ts";
import type { SendProgress } from "#app/components/share/queue/post-find.ts";
import { listSentParts } from "#app/components/share/queue/use-send-find.ts";
import "./image-tiles.css";

interface Props {
  draft: FindDraft;
  progress?: SendProgress;
  error?: string;
  onChange: () => void;
}

/** The chosen images, and the button that takes more of them. */
export function ImageTiles({ draft, progress, error, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const sentParts = progress && listSentParts(draft.images, progress);

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    draft.addImages([...(currentTarget.files ?? [])]);
    // The same file may be chosen again, after it was taken out.
    currentTarget.value = "";
    onChange();
  }

  function remove(image: DraftImage) {
    draft.removeImage(image);
    onChange();
    button.current?.focus();
  }

  return (
    <div
      className="form-field"
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p className="form-label">
        <span id={id}>Images</span>
        <small aria-live="polite">
          {draft.images.length} of {IMAGES_MAX}
        </small>
      </p>
      <ul className="tiles">
        {draft.images.map((image, index) => (
          <li key={image.key}>
            <Preview image={image} />
            <button
              type="button"
              className="tile-remove"
              aria-label={`Remove image ${index + 1}, ${image.file.name}`}
              onClick={() => remove(image)}
            >
              <span>
                <CloseIcon />
              </span>
            </button>
            {sentParts && <SentPart part={sentParts[index] ?? 0} />}
          </li>
        ))}
        <li>
          <button
            ref={button}
            type="button"
            className="tile-add"
            onClick={() => input.current?.click()}
          >
            <PlusIcon />
            Select Images
          </button>
        </li>
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        hidden
        aria-label="Images"
        onChange={take}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A format that this browser can't show, HEIC mostly, stands there by its name. */
function Preview({ image: { file, url } }: { image: DraftImage }) {
  const [isUnknown, setUnknown] = useState(false);
  return isUnknown ? (
    <span className="tile-named">
      <PictureIcon />
      {file.name}
    </span>
  ) : (
    <img src={url} alt={file.name} onError={() => setUnknown(true)} />
  );
}

function SentPart({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <span className="tile-sent">
      {percent === 100 ? "Sent" : percent === 0 ? "Waiting" : `${percent} %`}
      <progress max={100} value={percent} aria-hidden="true" />
    </span>
  );
}
