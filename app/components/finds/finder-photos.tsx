import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { Blur } from "#core/blurs.ts";
import type { FinderFind } from "#domain/finds/answers.ts";
import { finderImageAddress } from "#domain/store/media-addresses.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { byKey } from "../api/send.ts";
import { HideFaces } from "../faces/hide-faces.tsx";
import { Lightbox } from "../gallery/lightbox.tsx";
import {
  usePictures,
  usePictureStore,
  type PictureOf,
} from "../gallery/picture-store.ts";
import "./finder.css";

interface Props {
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
export function FinderPhotos({ uuid, findKey, find, isBusy, onHide }: Props) {
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
