import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import type { Blur } from "#core/blurs.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { DESCRIPTION_MAX } from "#core/limits.ts";
import { byKey } from "#app/components/api/send.ts";
import { HideFaces } from "#app/components/faces/hide-faces.tsx";
import { useUnsavedChanges } from "#app/components/fields/unsaved-changes.ts";
import { Failure, Field } from "#app/components/fields/field.tsx";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import {
  usePictures,
  usePictureStore,
  type PictureOf,
} from "#app/components/gallery/picture-store.ts";
import type { FinderFind } from "#domain/finds/answers.ts";
import { finderImageAddress } from "#domain/store/media-addresses.ts";
import {
  FIND_FIELDS,
  FindField,
  OPTIONAL_FIELDS,
} from "#app/components/share/form/find-field.tsx";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import { Button } from "#app/components/ui/button.tsx";
import "./finder.css";

interface PhotosProps {
  uuid: string;
  findKey: string;
  find: FinderFind;
  isBusy: boolean;
  /** Takes the hidden areas of each image, in the images' order. */
  onHide: (blurs: Blur[][]) => void;
}

const addressOf = ({ uuid, size, name }: PictureOf) =>
  finderImageAddress(uuid, size, name);

/** Shows the finder's own images. Nobody else may see them while the find is hidden. */
export function FinderPhotos({
  uuid,
  findKey,
  find,
  isBusy,
  onHide,
}: PhotosProps) {
  const { t, i18n } = useLingui();
  const { images } = find;
  const [opened, setOpened] = useState(-1);
  const store = usePictureStore(addressOf, byKey(findKey));
  const ready = images.filter((image) => image.ready);
  useEffect(() => {
    for (const { name, ready } of images) if (!ready) store.forget(name);
  }, [store, images]);
  const [edited, setEdited] = useState<string>();
  usePictures(
    store,
    ready.flatMap(({ name }) => {
      const isLarge = opened >= 0 || name === edited;
      const small = { uuid, name, size: "sm" as const };
      return isLarge ? [small, { ...small, size: "webp" }] : [small];
    }),
  );
  const urlOf = (name: string, size: PictureOf["size"]) =>
    store.get({ uuid, name, size });
  const seen = ready.filter(({ name }) => urlOf(name, "sm"));

  return (
    <>
      <ul className="finder-photos">
        {images.map((image, index) => {
          const number = index + 1;
          const alt = imageAlt(i18n, find, image.description);
          const small = urlOf(image.name, "sm");
          return (
            <li key={image.name}>
              <div className="frame">
                {small ? (
                  <button
                    type="button"
                    aria-label={t`Open photograph ${number}: ${alt}`}
                    onClick={() => setOpened(seen.indexOf(image))}
                  >
                    <img src={small} alt={alt} />
                  </button>
                ) : (
                  <p className="soft" role="status">
                    {image.error
                      ? t`We couldn’t read this picture.`
                      : small === null
                        ? t`This picture could not be loaded.`
                        : t`We’re getting this picture ready. It appears here by itself.`}
                  </p>
                )}
              </div>
              {image.ready && (
                <HideFaces
                  look="text"
                  of={alt}
                  disabled={isBusy}
                  src={urlOf(image.name, "webp") ?? undefined}
                  blurs={image.blurs.length > 0 ? image.blurs : undefined}
                  onOpen={() => setEdited(image.name)}
                  onDone={(blurs) =>
                    onHide(
                      images.map((other) =>
                        other === image ? blurs : other.blurs,
                      ),
                    )
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
      {images.map(({ name, original_error }, index) => {
        const number = index + 1;
        return (
          original_error && (
            <p key={name} role="status">
              {t`We couldn’t use the full version of picture ${number}, so its smaller copy stays.`}
            </p>
          )
        );
      })}
      <Lightbox
        slides={seen.map((image) => {
          const thumbnail = urlOf(image.name, "sm")!;
          return {
            src: urlOf(image.name, "webp") ?? thumbnail,
            thumbnail,
            alt: imageAlt(i18n, find, image.description),
          };
        })}
        index={opened}
        onClose={() => setOpened(-1)}
      />
    </>
  );
}

const DESCRIPTION = "description";
const FIELDS = Object.keys(FIND_FIELDS) as (keyof DraftFields)[];

interface FormProps {
  find: FinderFind;
  errors: Record<string, string>;
  isBusy: boolean;
  isSaved: boolean;
  onSave: (fields: FormData) => void;
  onDelete: () => void;
}

export function FinderForm({
  find,
  errors,
  isBusy,
  isSaved,
  onSave,
  onDelete,
}: FormProps) {
  const { t } = useLingui();
  const id = useId();
  const count = find.images.length;
  const { form, getForm } = useUnsavedChanges();
  useEffect(() => {
    if (isSaved) form(getForm());
  }, [isSaved, form, getForm]);

  return (
    <form
      ref={form}
      className="finder-form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const descriptions = fields.getAll(DESCRIPTION);
        fields.delete(DESCRIPTION);
        if (descriptions.length > 0)
          fields.set("descriptions", JSON.stringify(descriptions));
        onSave(fields);
      }}
    >
      <fieldset className="stack loose" disabled={isBusy}>
        {FIELDS.map((name) => (
          <FindField
            key={name}
            name={name}
            error={errors[name]}
            required={!OPTIONAL_FIELDS.includes(name)}
            defaultValue={name === "rockNumber" ? find.rock_number : find[name]}
          />
        ))}
        {find.images.map(({ name, description }, index) => {
          const number = index + 1;
          return (
            <Field
              key={name}
              label={t`What is in photo ${number} of ${count}?`}
              hint={
                index === 0
                  ? t`A few words for people who can’t see it, if you like.`
                  : undefined
              }
              name={DESCRIPTION}
              dir="auto"
              autoComplete="off"
              maxLength={DESCRIPTION_MAX}
              defaultValue={description}
              aria-describedby={errors.descriptions ? id : undefined}
            />
          );
        })}
        <Failure id={id}>{errors.descriptions}</Failure>
        <p className="wrap">
          <button className="btn">
            <Trans>Save</Trans>
          </button>
          <Button look="quiet" onClick={onDelete}>
            <Trans>Delete this find</Trans>
          </Button>
        </p>
      </fieldset>
    </form>
  );
}
