import { msg, t } from "@lingui/core/macro";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { PublicFind } from "#domain/finds/answers.ts";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { PinIcon } from "#app/components/ui/icons.tsx";
import { formatList } from "#app/components/language/lists.ts";
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

/** Shows one find of a rock. */
export function JourneyCard({ post, number, onRead }: Props) {
  const { i18n } = useLingui();
  const day = formatDay(i18n, post.date);
  const [slide, setSlide] = useState(-1);
  const lang = useOtherLanguage()(post.lang);
  const { location, rock_number: rockNumber } = post;
  const count = post.imagenames.length;
  const more = post.imagenames.length - THUMBNAILS_MAX;

  return (
    <li className="journey-card">
      <h3>
        <Trans>
          Journey: {number}
          <time dateTime={post.date}>{day}</time>
        </Trans>
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
                alt={describePicture(i18n, index + 1, count, number)}
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
        onClick={() => onRead({ title: LOCATION, text: post.location })}
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
        onClick={() => onRead({ title: COMMENT, text: post.comment, lang })}
      >
        <span className="clamp" dir="auto" lang={lang}>
          {post.comment}
        </span>
      </button>

      <Lightbox
        slides={post.imagenames.map((name) => ({
          src: imageAddress(post, name),
          thumbnail: imageThumbnailAddress(post, name),
          alt: t(i18n)`Rock ${rockNumber} at ${location}`,
          description: formatList(i18n, [location, day]),
        }))}
        index={slide}
        onClose={() => setSlide(-1)}
      />
    </li>
  );
}

function describePicture(
  i18n: I18n,
  nth: number,
  count: number,
  number: number,
) {
  return t(i18n)`Open photograph ${nth} of ${count}, journey ${number}`;
}
