import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, type ChangeEvent } from "react";
import { flushSync } from "react-dom";
import { DESCRIPTION_MAX, IMAGES_MAX, PICTURE_FIELD } from "#core/limits.ts";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import {
  CameraIcon,
  PictureIcon,
  PlusIcon,
} from "#app/components/ui/more-icons.tsx";
import { HideFaces } from "#app/components/faces/hide-faces.tsx";
import { Failure, RequiredMark } from "#app/components/fields/field.tsx";
import {
  urlOfImage,
  type DraftImage,
  type FindDraft,
} from "#app/components/share/queue/use-find-draft.ts";
import { Shown } from "#app/components/ui/shown.tsx";
import "./image-tiles.css";

interface Props {
  draft: FindDraft;
  error?: string;
  onChange: () => void;
}

export function ImageTiles({ draft, error, onChange }: Props) {
  const { t } = useLingui();
  const count = draft.images.length;
  const isFull = count >= IMAGES_MAX;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    if (isFull && document.activeElement === document.body)
      group.current?.focus();
  }, [isFull]);

  /** Android's gallery has no camera. With `capture` a phone opens it at once. */
  function choose(how: "gallery" | "camera") {
    const field = input.current!;
    field.multiple = how === "gallery";
    if (how === "camera") field.setAttribute("capture", "environment");
    else field.removeAttribute("capture");
    field.click();
  }

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    draft.addImages([...(currentTarget.files ?? [])]);
    // Lets the visitor choose the same file again after removing it.
    currentTarget.value = "";
    onChange();
  }

  function remove(image: DraftImage) {
    flushSync(() => draft.removeImage(image));
    onChange();
    button.current?.focus();
  }

  function numberOf(index: number) {
    const number = index + 1;
    return t`Photo ${number} of ${count}`;
  }

  const nameOf = ({ description }: DraftImage, index: number) =>
    description.trim() || numberOf(index);

  const removal = (number: number, name: string) =>
    t`Remove image ${number}, ${name}`;

  return (
    <div
      ref={group}
      tabIndex={-1}
      className="field stack"
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : `${id}-required`}
    >
      <p className="field-label">
        <span>
          <span id={id}>
            <Trans>Images</Trans>
          </span>
          <RequiredMark />
        </span>
        <span className="sr" id={`${id}-required`}>
          <Trans>required</Trans>
        </span>
        <small aria-live="polite">
          <Trans comment="How many images are chosen">
            {count} of {IMAGES_MAX}
          </Trans>
        </small>
      </p>
      {draft.lostCount > 0 && (
        <p className="small wash" role="alert">
          <Plural
            value={draft.lostCount}
            one="# picture is missing, because this browser couldn’t keep it. Please choose it again."
            other="# pictures are missing, because this browser couldn’t keep them. Please choose them again."
          />
        </p>
      )}
      <ul className="tiles">
        {draft.images.map((image, index) => (
          <li key={image.key} className={image.refusal && "tile-refused"}>
            <div className="tile frame">
              <Shown
                src={urlOfImage(image)}
                alt={nameOf(image, index)}
                decoding="async"
                otherwise={
                  <span className="tile-named stack stack--centre breaks">
                    <PictureIcon />
                    <bdi>{image.file.name}</bdi>
                  </span>
                }
              />
              <button
                type="button"
                className="tile-remove centre on-picture"
                aria-label={removal(index + 1, image.file.name)}
                aria-describedby={image.refusal && `${id}-${image.key}`}
                onClick={() => remove(image)}
              >
                <span className="badge centre">
                  <CloseIcon />
                </span>
              </button>
            </div>
            <Failure id={`${id}-${image.key}`}>{image.refusal}</Failure>
            {image.preview !== undefined && (
              <HideFaces
                look="text"
                of={numberOf(index)}
                src={urlOfImage(image)}
                blurs={image.blurs}
                isSearched={image.blurs !== undefined && !image.isUnsearched}
                onDone={(blurs, isSearched) =>
                  draft.changeImage(image, {
                    blurs,
                    isUnsearched: !isSearched,
                  })
                }
              />
            )}
          </li>
        ))}
        {!isFull && (
          <>
            <li className="tile">
              <button
                ref={button}
                type="button"
                className="tile-add centre"
                onClick={() => choose("gallery")}
              >
                <PlusIcon />
                <Trans>Select Images</Trans>
              </button>
            </li>
            <li className="tile tile-camera">
              <button
                type="button"
                className="tile-add centre"
                onClick={() => choose("camera")}
              >
                <CameraIcon />
                <Trans>Take a photo</Trans>
              </button>
            </li>
          </>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FIELD}
        multiple
        hidden
        aria-label={t`Images`}
        onChange={take}
      />
      <Failure id={`${id}-error`}>{error}</Failure>
      {count > 0 && (
        <p className="field-hint">
          <Trans>
            Is somebody in the picture? Please hide faces of children.
          </Trans>
        </p>
      )}
      {count > 0 && <Descriptions draft={draft} onChange={onChange} />}
    </div>
  );
}

function Descriptions({ draft, onChange }: Omit<Props, "error">) {
  const { t } = useLingui();
  const count = draft.images.length;
  const questionFor = (number: number) =>
    t`What is in photo ${number} of ${count}?`;
  return (
    <div className="stack tight">
      <p className="field-hint">
        <Trans>
          What is in it? A few words for people who can’t see it, if you like.
        </Trans>
      </p>
      {draft.images.map((image, index) => (
        <label key={image.key} className="row tight">
          <span className="thumb frame centre">
            <Shown
              src={urlOfImage(image)}
              decoding="async"
              otherwise={<PictureIcon />}
            />
          </span>
          <input
            className="control"
            dir="auto"
            autoComplete="off"
            maxLength={DESCRIPTION_MAX}
            aria-label={questionFor(index + 1)}
            value={image.description}
            onChange={({ currentTarget }) => {
              draft.changeImage(image, { description: currentTarget.value });
              onChange();
            }}
          />
        </label>
      ))}
    </div>
  );
}
