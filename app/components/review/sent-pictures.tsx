import { useLingui } from "@lingui/react";
import { useState } from "react";
import type { Blur } from "#core/blurs.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import type { BoxesChanged } from "#app/components/faces/boxes-changed.ts";
import { HideFaces } from "#app/components/faces/hide-faces.tsx";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import {
  originalAddress,
  OriginalDialog,
} from "#app/components/gallery/original-picture.tsx";
import { useKeys, type LetterKeys } from "./use-keys.ts";
import {
  usePictures,
  type PictureOf,
  type PictureStore,
} from "#app/components/gallery/picture-store.ts";
import { Button } from "#app/components/ui/button.tsx";

interface Props {
  find: ReviewFind;
  store: PictureStore;
  letters: LetterKeys;
  onHide: (
    name: string,
    blurs: Blur[],
    changed?: BoxesChanged,
  ) => Promise<void>;
  /** Goes on with the pictures that everybody sees, and not with their originals. */
  onKeepApproved: () => void;
  /** Whether it is the admin's, who alone may see originals. */
  isAdmin: boolean;
}

export function SentPictures({
  find,
  store,
  letters,
  onHide,
  onKeepApproved,
  isAdmin,
}: Props) {
  const { i18n } = useLingui();
  const [at, setAt] = useState(0);
  const [opened, setOpened] = useState<number>();
  const { uuid } = find;
  const images = listPictures(find);
  const hasOriginals = images.some(({ is }) => is === "original");
  const image = images[at];
  const altOf = ({ description }: Picture) => imageAlt(i18n, find, description);
  const langOf = ({ description }: Picture) =>
    (description && find.lang) || undefined;
  const nameOf = ({ is }: Picture, number: string) =>
    `Photograph ${number}${is ? `, ${PICTURE_WORDS[is]}` : ""}`;
  const sizes = image?.ready ? (["sm", "webp"] as const) : (["sm"] as const);
  // The others are loaded as they are viewed.
  const [small, large] = usePictures(
    store,
    image ? sizes.map((size) => ({ uuid, name: image.name, size })) : [],
  );
  const url = large ?? small;
  const urlOf = (name: string, size: "sm" | "webp") =>
    store.get({ uuid, name, size });
  const going = find.images.filter(({ ready, error }) => !ready && !error);
  const failed = find.images.filter(({ error }) => error);
  const show = (index: number) =>
    images.length > 0 && setAt((index + images.length) % images.length);

  useKeys(letters, {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    z: () => setOpened(images.length > 0 ? at : undefined),
  });

  return (
    <section className="review-sent" aria-label="Photographs">
      <div className="review-big frame">
        {image ? (
          <>
            {url ? (
              <button
                key={image.name}
                type="button"
                aria-label={`${nameOf(image, `${at + 1} of ${images.length}`)}, ${altOf(image)}: see it large`}
                aria-keyshortcuts="z"
                onClick={() => setOpened(at)}
              >
                {small && <img className="review-around" src={small} alt="" />}
                <img
                  src={url}
                  alt={altOf(image)}
                  lang={langOf(image)}
                  data-size={large ? "large" : "small"}
                />
              </button>
            ) : (
              <p className="review-none centre soft">
                {large === null
                  ? "This picture could not be loaded."
                  : "Loading…"}
              </p>
            )}
            {(image.is || !image.show) && (
              <p className="review-unshown on-frame">
                {image.is
                  ? PICTURE_WORDS[image.is]
                  : "This picture stays hidden"}
              </p>
            )}
            {images.length > 1 && (
              <p
                className="review-count on-frame"
                aria-hidden="true"
              >{`${at + 1} of ${images.length}`}</p>
            )}
          </>
        ) : (
          <p className="review-none centre soft">
            {find.images.length === 0
              ? "It came without a picture."
              : going.length > 0
                ? "The pictures are being made. They appear by themselves."
                : "The pictures could not be read."}
          </p>
        )}
      </div>
      {image?.ready && (
        <p className="review-hide">
          <HideFaces
            look="text"
            of={`Photograph ${at + 1}`}
            src={large ?? undefined}
            blurs={image.blurs.length > 0 ? image.blurs : undefined}
            onDone={async (blurs, _isSearched, changed) => {
              await onHide(image.name, blurs, changed);
              // An original and its copy hide the same.
              for (const { name, of } of images)
                if (of === image.of) store.forget(name);
            }}
          />
          {isAdmin && (
            <OriginalDialog
              address={originalAddress(find, image.name)}
              label={`Photograph ${at + 1}`}
            />
          )}
        </p>
      )}
      <div className="review-below row wrap">
        {images.length > 1 && (
          <div className="review-thumbs row">
            {images.map((image, index) => (
              <button
                key={image.name}
                type="button"
                className="frame"
                aria-label={`${nameOf(image, `${index + 1}`)}: ${altOf(image)}`}
                aria-current={index === at}
                onClick={() => setAt(index)}
              >
                <SmallPicture
                  {...{ store, uuid }}
                  name={image.name}
                  size="sm"
                />
              </button>
            ))}
          </div>
        )}
        <p className="review-more soft">
          {image?.description && (
            <span>
              Described as{" "}
              <q dir="auto" lang={find.lang ?? undefined}>
                {image.description}
              </q>
              .{" "}
            </span>
          )}
          {hasOriginals && (
            <span>
              An original came after you showed this find. Show takes it in
              place of the picture that everybody sees.{" "}
              <Button look="text" onClick={onKeepApproved}>
                Keep what everybody sees
              </Button>{" "}
            </span>
          )}
          {find.originals_pending > 0 && (
            <span>The full pictures are still on their way. </span>
          )}
          {image && failed.length > 0 && <span>Some could not be read. </span>}
          {image && going.length > 0 && <span>More are being made. </span>}
          <span className="review-keys">
            <span aria-hidden="true">
              {images.length > 1 && (
                <span>
                  <kbd>←</kbd> <kbd>→</kbd> photographs{" "}
                </span>
              )}
              {letters.areOn && (
                <span>
                  <kbd>Z</kbd> large{" "}
                </span>
              )}
            </span>
            <Button
              look="text"
              role="switch"
              aria-checked={letters.areOn}
              aria-label="Letter keys"
              onClick={letters.toggle}
            >{`Letter keys ${letters.areOn ? "on" : "off"}`}</Button>
          </span>
        </p>
      </div>
      {opened !== undefined && (
        <Lightbox
          slides={images.map((image) => {
            const thumbnail = urlOf(image.name, "sm") ?? "";
            return {
              src: urlOf(image.name, "webp") ?? thumbnail,
              thumbnail,
              alt: altOf(image),
              altLang: langOf(image),
            };
          })}
          index={opened}
          onView={setAt}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

const PICTURE_WORDS = {
  approved: "What everybody sees",
  original: "The original that came later",
} as const;

type Picture = ReviewFind["images"][number] & {
  /** The name of the find's image, of which it is the original or the copy. */
  of: string;
  /** Set for a picture whose original came after it was approved, and for that original, which comes before it. */
  is?: keyof typeof PICTURE_WORDS;
};

/** A find's pictures that can be seen, with the originals that nobody has looked at. */
const listPictures = (find: ReviewFind) =>
  find.images
    .filter(({ small }) => small)
    .flatMap((image): Picture[] => {
      const { name, original } = image;
      const picture = { ...image, of: name };
      return original
        ? [
            { ...picture, name: original.name, ready: true, is: "original" },
            { ...picture, is: "approved" },
          ]
        : [picture];
    });

export function SmallPicture({
  store,
  alt = "",
  className,
  ...picture
}: PictureOf & { store: PictureStore; alt?: string; className?: string }) {
  const [url] = usePictures(store, [picture]);
  return url ? (
    <img className={className} src={url} alt={alt} />
  ) : (
    <span className={className} />
  );
}
