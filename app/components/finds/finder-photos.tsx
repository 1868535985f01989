import { useEffect, useRef, useState } from "react";
import type { FinderImage } from "#domain/finds/answers.ts";
import { Lightbox } from "../gallery/lightbox.tsx";
import { finderImageAddress } from "#domain/store/media-addresses.ts";
import "./finder-photos.css";

interface Props {
  uuid: string;
  findKey: string;
  images: FinderImage[];
}

/** Shows the finder's own images. Nobody else may see them while the find is hidden. */
export function FinderPhotos({ uuid, findKey, images }: Props) {
  const [opened, setOpened] = useState(-1);
  const ready = images.filter((image) => image.ready).map(({ name }) => name);
  const small = usePictures(uuid, findKey, "sm", ready);
  const large = usePictures(uuid, findKey, "webp", opened < 0 ? [] : ready);
  const seen = ready.filter((name) => small[name]);

  return (
    <>
      <ul className="finder-photos">
        {images.map(({ name, error }, index) => (
          <li key={name} className="frame">
            {small[name] ? (
              <button
                type="button"
                aria-label={`Open photograph ${index + 1}`}
                onClick={() => setOpened(seen.indexOf(name))}
              >
                <img src={small[name]} alt="" />
              </button>
            ) : (
              <p role="status">
                {error
                  ? "We couldn’t read this picture."
                  : small[name] === null
                    ? "This picture could not be loaded."
                    : "We’re getting this picture ready. It appears here by itself."}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Lightbox
        slides={seen.map((name) => ({
          src: large[name] ?? small[name]!,
          thumbnail: small[name]!,
          alt: `Photograph ${images.findIndex((image) => image.name === name) + 1}`,
        }))}
        index={opened}
        onClose={() => setOpened(-1)}
      />
    </>
  );
}

/** Object URLs by picture name. Null if a picture could not be loaded. */
type Pictures = Record<string, string | null>;

/** Fetches each picture once. The find's key goes in a header, so that it is in no address. */
function usePictures(
  uuid: string,
  findKey: string,
  kind: "sm" | "webp",
  names: string[],
) {
  const [pictures, setPictures] = useState<Pictures>({});
  const asked = useRef(new Set<string>());
  const latest = useRef(pictures);
  latest.current = pictures;
  const wanted = names.join(" ");

  useEffect(() => {
    for (const name of wanted.split(" ").filter(Boolean)) {
      if (asked.current.has(name)) continue;
      asked.current.add(name);
      void fetchPicture(finderImageAddress(uuid, kind, name), findKey).then(
        (url) => setPictures((others) => ({ ...others, [name]: url })),
      );
    }
  }, [uuid, findKey, kind, wanted]);
  useEffect(
    () => () => {
      for (const url of Object.values(latest.current))
        if (url) URL.revokeObjectURL(url);
    },
    [],
  );

  return pictures;
}

async function fetchPicture(address: string, findKey: string) {
  try {
    const answer = await fetch(address, {
      headers: { Authorization: `Bearer ${findKey}` },
    });
    if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
    return URL.createObjectURL(await answer.blob());
  } catch (error) {
    console.error(`Error loading ${address}`, error);
    return null;
  }
}
