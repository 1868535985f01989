import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState, type ChangeEvent } from "react";
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
import { finderImageAddress } from "#domain/store/media-addresses.ts";
import {
  FIND_FIELDS,
  FindField,
  OPTIONAL_FIELDS,
} from "#app/components/share/form/find-field.tsx";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { fieldsOf } from "./finder-edits.ts";
import {
  loadConflict,
  type Edited,
  type FinderPage,
} from "./use-finder-find.ts";
import "./finder.css";

interface PhotosProps {
  uuid: string;
  findKey: string;
  edited: Edited;
  page: FinderPage;
}

const addressOf = ({ uuid, size, name }: PictureOf) =>
  finderImageAddress(uuid, size, name);

/** Shows the finder's own images. Nobody else may see them while the find is hidden. */
export function FinderPhotos({ uuid, findKey, edited, page }: PhotosProps) {
  const { t, i18n } = useLingui();
  const { find, edits } = edited;
  const { images } = find;
  const [opened, setOpened] = useState(-1);
  const store = usePictureStore(addressOf, byKey(findKey));
  const ready = images.filter((image) => image.ready);
  useEffect(() => {
    for (const { name, ready } of images) if (!ready) store.forget(name);
  }, [store, images]);
  const [hidingIn, setHidingIn] = useState<string>();
  usePictures(
    store,
    ready.flatMap(({ name }) => {
      const isLarge = opened >= 0 || name === hidingIn;
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
          const { blurs = image.blurs } = edits.images[image.name] ?? {};
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
                  disabled={page.isBusy}
                  src={urlOf(image.name, "webp") ?? undefined}
                  blurs={blurs.length > 0 ? blurs : undefined}
                  onOpen={() => setHidingIn(image.name)}
                  onDone={(blurs) => page.hide(image.name, blurs)}
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

const FIELDS = Object.keys(FIND_FIELDS) as (keyof DraftFields)[];

interface FormProps extends Pick<PhotosProps, "edited" | "page"> {
  errors: Record<string, string>;
  onDelete: () => void;
}

export function FinderForm({ edited, page, errors, onDelete }: FormProps) {
  const { t } = useLingui();
  const id = useId();
  const { find, edits, before } = edited;
  const values = { ...fieldsOf(find), ...edits.fields };
  const count = find.images.length;
  const conflict = useLoaded(before && loadConflict).part;
  useUnsavedChanges(page.isUnsaved);

  return (
    <form
      className="finder-form"
      onSubmit={(event) => {
        event.preventDefault();
        page.save();
      }}
    >
      <fieldset className="stack loose" disabled={page.isBusy}>
        {FIELDS.map((name) => (
          <FindField
            key={name}
            name={name}
            error={errors[name === "rockNumber" ? "rock_number" : name]}
            required={!OPTIONAL_FIELDS.includes(name)}
            value={values[name]}
            onChange={({ currentTarget }: ChangeEvent<TextInput>) =>
              page.setField(name, currentTarget.value)
            }
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
              dir="auto"
              autoComplete="off"
              maxLength={DESCRIPTION_MAX}
              value={edits.images[name]?.description ?? description}
              onChange={({ currentTarget }) =>
                page.setPicture(name, { description: currentTarget.value })
              }
              aria-describedby={errors.images ? id : undefined}
            />
          );
        })}
        <Failure id={id}>{errors.images}</Failure>
        {before && conflict && (
          <conflict.FinderConflict
            key={find.version}
            {...{ before, find, edits, page }}
          />
        )}
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

type TextInput = HTMLInputElement & HTMLTextAreaElement;
