import { useState } from "react";
import type { PublicFind } from "#domain/finds/answers.ts";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { PinIcon } from "#app/components/ui/icons.tsx";
import { formatDay } from "#app/components/words/days.ts";
import {
  imageAddress,
  imageThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import "./journey-card.css";

const THUMBNAILS_MAX = 2;

/** A text of a find that opens in a dialog. */
export interface JourneyText {
  title: "Location" | "Comment";
  text: string;
  lang?: string;
}

interface Props {
  post: PublicFind;
  number: number;
  onRead: (text: JourneyText) => void;
}

/** Shows one find of a rock. */
export function JourneyCard({ post, number, onRead }: Props) {
  const [slide, setSlide] = useState(-1);
  const lang = useOtherLanguage()(post.lang);
  const more = post.imagenames.length - THUMBNAILS_MAX;

  return (
    <li className="journey-card">
      <h3>
        Journey: {number}
        <time dateTime={post.date}>{formatDay(post.date)}</time>
      </h3>
      {post.imagenames.length > 0 && (
        <div className="journey-thumbs">
          {post.imagenames.slice(0, THUMBNAILS_MAX).map((name, index) => (
            <button
              key={name}
              type="button"
              className="frame on-picture"
              onClick={() => setSlide(index)}
            >
              <img
                src={imageThumbnailAddress(post, name)}
                alt={`Open photograph ${index + 1} of ${post.imagenames.length}, journey ${number}`}
                width={320}
                height={320}
                loading="lazy"
              />
              {more > 0 && index === THUMBNAILS_MAX - 1 && (
                <span className="journey-more" aria-hidden="true">
                  +{more}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        className="journey-location row"
        aria-haspopup="dialog"
        onClick={() => onRead({ title: "Location", text: post.location })}
      >
        <PinIcon />
        <span className="clamp" dir="auto">
          {post.location}
        </span>
      </button>
      <button
        type="button"
        className="journey-comment"
        aria-haspopup="dialog"
        onClick={() => onRead({ title: "Comment", text: post.comment, lang })}
      >
        <span className="clamp" dir="auto" lang={lang}>
          {post.comment}
        </span>
      </button>

      <Lightbox
        slides={post.imagenames.map((name) => ({
          src: imageAddress(post, name),
          thumbnail: imageThumbnailAddress(post, name),
          alt: `Rock ${post.rock_number} at ${post.location}`,
          description: `${post.location}, ${formatDay(post.date)}`,
        }))}
        index={slide}
        onClose={() => setSlide(-1)}
      />
    </li>
  );
}
