import { Trans, useLingui } from "@lingui/react/macro";
import { memo, useState, type ComponentProps, type Ref } from "react";
import type { PublicFind } from "#domain/finds/answers.ts";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { PinIcon } from "#app/components/ui/more-icons.tsx";
import { formatList } from "#app/components/language/lists.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { formatDay } from "#core/languages/format-day.ts";
import {
  imageAddress,
  imageThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import "./journey-cards.css";

const THUMBNAILS_MAX = 2;

interface Text {
  title: string;
  text: string;
  lang?: string;
}

interface ListProps extends ComponentProps<"ol"> {
  posts: PublicFind[];
  /** The number of the first of them. */
  first: number;
  listRef?: Ref<HTMLOListElement>;
}

/** Shows finds of a rock. Their texts open in a dialog. */
export function JourneyCards({ posts, first, listRef, ...list }: ListProps) {
  const [reading, setReading] = useState<Text>();
  return (
    <>
      <ol {...list} ref={listRef} reversed start={first}>
        {posts.map((post, index) => (
          <JourneyCard
            key={post.uuid}
            post={post}
            number={first - index}
            onRead={setReading}
          />
        ))}
      </ol>
      <Dialog
        open={reading !== undefined}
        onClose={() => setReading(undefined)}
        title={reading?.title ?? ""}
        size="small"
      >
        <p
          className="journey-text breaks"
          dir="auto"
          lang={reading?.lang}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
          tabIndex={0}
        >
          {reading?.text}
        </p>
      </Dialog>
    </>
  );
}

interface Props {
  post: PublicFind;
  number: number;
  onRead: (text: Text) => void;
}

/** A text that opens doesn't render all cards again. */
const JourneyCard = memo(function JourneyCard({ post, number, onRead }: Props) {
  const { t, i18n } = useLingui();
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
    <li className="journey-card stack tight">
      <h3 className="wrap ends">
        <Trans>
          Journey: {number}
          <time dateTime={post.date}>{day}</time>
        </Trans>
      </h3>
      {count > 0 && (
        <div className="journey-thumbs">
          {images
            .slice(0, THUMBNAILS_MAX)
            .map(({ name, alt, lang }, index, { length }) => {
              const nth = index + 1;
              const plus = more > 0 && nth === length ? ` +${more}` : "";
              return (
                <button
                  key={name}
                  type="button"
                  className="frame"
                  aria-label={
                    t`Open photograph ${nth} of ${count}: ${alt}` + plus
                  }
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
                  {plus && (
                    <span className="journey-more on-frame" aria-hidden="true">
                      {plus}
                    </span>
                  )}
                </button>
              );
            })}
        </div>
      )}
      {[
        {
          title: t`Location`,
          icon: <PinIcon />,
          text: post.location,
          look: "journey-location text-btn breaks",
        },
        {
          title: t`Comment`,
          icon: null,
          text: post.comment,
          look: "journey-comment breaks",
        },
      ].map(({ title, icon, text, look }) => (
        <button
          key={look}
          type="button"
          className={look}
          aria-haspopup="dialog"
          onClick={() => onRead({ title, text, lang })}
        >
          {icon}
          <span className="clamp" dir="auto" lang={lang}>
            {text}
          </span>
        </button>
      ))}
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
