import { msg, t } from "@lingui/core/macro";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { memo, useState } from "react";
import type { PublicFind } from "#domain/finds/answers.ts";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { PinIcon } from "#app/components/ui/more-icons.tsx";
import { formatList } from "#app/components/language/lists.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { formatDay } from "#app/components/language/days.ts";
import {
  imageAddress,
  imageThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import "./journey-card.css";

const THUMBNAILS_MAX = 2;

export const LOCATION = msg`Location`;
const COMMENT = msg`Comment`;

/** A text of a find that opens in a dialog. */
export interface JourneyText {
  title: MessageDescriptor;
  text: string;
  lang?: string;
}

interface Props {
  post: PublicFind;
  number: number;
  onRead: (text: JourneyText) => void;
}

/** Shows one find of a rock. A text that opens doesn't render all cards again. */
export const JourneyCard = memo(function JourneyCard({
  post,
  number,
  onRead,
}: Props) {
  const { i18n } = useLingui();
  const day = formatDay(i18n, post.date);
  const [slide, setSlide] = useState(-1);
  const lang = useOtherLanguage()(post.lang);
  const images = post.imagenames.map((name, index) => ({
    name,
    alt: imageAlt(i18n, post, post.imagedescriptions[index]),
    // Of a description; the rest is in the page's language.
    lang: post.imagedescriptions[index] ? lang : undefined,
  }));
  const count = images.length;
  const more = count - THUMBNAILS_MAX;

  return (
    <li className="journey-card">
      <h3>
        <Trans>
          Journey: {number}
          <time dateTime={post.date}>{day}</time>
        </Trans>
      </h3>
      {count > 0 && (
        <div className="journey-thumbs">
          {images.slice(0, THUMBNAILS_MAX).map(({ name, alt, lang }, index) => (
            <button
              key={name}
              type="button"
              className="frame on-picture"
              aria-label={nameButton(i18n, index + 1, count, alt)}
              onClick={() => setSlide(index)}
            >
              <img
                src={imageThumbnailAddress(post, name)}
                alt={alt}
                lang={lang}
                width={320}
                height={320}
                loading="lazy"
              />
              {more > 0 && index === THUMBNAILS_MAX - 1 && (
                <span
                  className="journey-more"
                  aria-hidden="true"
                >{`+${more}`}</span>
              )}
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        className="journey-location row"
        aria-haspopup="dialog"
        onClick={() => onRead({ title: LOCATION, text: post.location, lang })}
      >
        <PinIcon />
        <span className="clamp" dir="auto" lang={lang}>
          {post.location}
        </span>
      </button>
      <button
        type="button"
        className="journey-comment"
        aria-haspopup="dialog"
        onClick={() => onRead({ title: COMMENT, text: post.comment, lang })}
      >
        <span className="clamp" dir="auto" lang={lang}>
          {post.comment}
        </span>
      </button>

      <Lightbox
        slides={images.map(({ name, alt, lang: altLang }) => ({
          src: imageAddress(post, name),
          thumbnail: imageThumbnailAddress(post, name),
          alt,
          altLang,
          description: formatList(i18n, [post.location, day]),
        }))}
        index={slide}
        onClose={() => setSlide(-1)}
      />
    </li>
  );
});

const nameButton = (i18n: I18n, nth: number, count: number, alt: string) =>
  t(i18n)`Open photograph ${nth} of ${count}: ${alt}`;
