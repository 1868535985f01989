import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { FinderFind, FinderImage } from "#domain/finds/answers.ts";
import { finderImageAddress } from "#domain/store/media-addresses.ts";
import { imageAlt } from "#domain/core/languages/image-alt.ts";
import { Lightbox } from "../gallery/lightbox.tsx";
import {
  usePictures,
  usePictureStore,
  type PictureOf,
} from "../gallery/picture-store.ts";
import "./finder-photos.css";

interface Props {
  uuid: string;
  findKey: string;
  find: FinderFind;
  images: FinderImage[];
}

const addressOf = ({ uuid, size, name }: PictureOf) =>
  finderImageAddress(uuid, size, name);

/** Shows the finder's own images. Nobody else may see them while the find is hidden. */
export function FinderPhotos({ uuid, findKey, find, images }: Props) {
  const { t, i18n } = useLingui();
  const [opened, setOpened] = useState(-1);
  const store = usePictureStore(addressOf, {
    Authorization: `Bearer ${findKey}`,
  });
  const ready = images.filter((image) => image.ready);
  const inSize = (size: PictureOf["size"]) =>
    ready.map(({ name }) => ({ uuid, name, size }));
  const urls = usePictures(store, inSize("sm"));
  usePictures(store, opened < 0 ? [] : inSize("webp"));
  const small = new Map(ready.map(({ name }, at) => [name, urls[at]]));
  const seen = ready.filter(({ name }) => small.get(name));

  return (
    <>
      <ul className="finder-photos">
        {images.map((image, index) => {
          const number = index + 1;
          const alt = imageAlt(i18n, find, image.description);
          return (
            <li key={image.name} className="frame">
              {small.get(image.name) ? (
                <button
                  type="button"
                  aria-label={t`Open photograph ${number}: ${alt}`}
                  onClick={() => setOpened(seen.indexOf(image))}
                >
                  <img src={small.get(image.name)!} alt={alt} />
                </button>
              ) : (
                <p role="status">
                  {image.error
                    ? t`We couldn’t read this picture.`
                    : small.get(image.name) === null
                      ? t`This picture could not be loaded.`
                      : t`We’re getting this picture ready. It appears here by itself.`}
                </p>
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
          const thumbnail = small.get(image.name)!;
          const { name, description } = image;
          return {
            src: store.get({ uuid, name, size: "webp" }) ?? thumbnail,
            thumbnail,
            alt: imageAlt(i18n, find, description),
          };
        })}
        index={opened}
        onClose={() => setOpened(-1)}
      />
    </>
  );
}
