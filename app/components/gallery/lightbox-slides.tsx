import { useLingui } from "@lingui/react/macro";
import { useRef, useState, useEffect } from "react";
import YetAnotherLightbox, {
  useLightboxState,
} from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Fullscreen from "yet-another-react-lightbox/plugins/fullscreen";
import Slideshow from "yet-another-react-lightbox/plugins/slideshow";
import Thumbnails from "yet-another-react-lightbox/plugins/thumbnails";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { PictureIcon } from "#app/components/ui/more-icons.tsx";
import { lightboxSettings, type Slide } from "./lightbox-settings.ts";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import "yet-another-react-lightbox/plugins/counter.css";
import "yet-another-react-lightbox/plugins/thumbnails.css";

const plugins = [Captions, Fullscreen, Slideshow, Thumbnails, Zoom];

/** The lightbox itself puts the number in. */
const nth = "{index}";

interface Props {
  slides: Slide[];
  count: number;
  index: number;
  within: HTMLElement;
  onView?: (index: number) => void;
  onClose: () => void;
}

export default function LightboxSlides({
  slides,
  count,
  index,
  within,
  onView,
  onClose,
}: Props) {
  const { t } = useLingui();
  const single = slides.length === 1;
  const seen = useRef(index);
  // New slides would make the lightbox jump back to its first slide, so equal slides stay the same object.
  const give = (index: number) => ({
    slides,
    captioned: slides.map(withCaption),
    index,
  });
  const [given, setGiven] = useState(() => give(index));
  if (!areSame(given.slides, slides)) setGiven(give(seen.current));
  return (
    <YetAnotherLightbox
      {...lightboxSettings}
      carousel={carousel}
      open
      close={onClose}
      // The dialog around it closes by Escape.
      controller={{ closeOnEscape: false }}
      index={given.index}
      labels={{
        Previous: t`Previous`,
        Next: t`Next`,
        Close: t`Close`,
        Slide: t({ message: "Slide", comment: "A picture of a slide show" }),
        Carousel: t`Carousel`,
        Lightbox: t`Lightbox`,
        Caption: t`Caption`,
        Thumbnails: t`Thumbnails`,
        Play: t`Play`,
        Pause: t`Pause`,
        "Photo gallery": t`Photo gallery`,
        "{index} of {total}": t`${nth} of ${count}`,
        "Zoom in": t`Zoom in`,
        "Zoom out": t`Zoom out`,
        "Show captions": t`Show captions`,
        "Hide captions": t`Hide captions`,
        "Show thumbnails": t`Show thumbnails`,
        "Hide thumbnails": t`Hide thumbnails`,
        "Enter Fullscreen": t`Enter Fullscreen`,
        "Exit Fullscreen": t`Exit Fullscreen`,
      }}
      slides={given.captioned}
      plugins={plugins}
      portal={{ root: within }}
      on={{
        view({ index }) {
          seen.current = index;
          onView?.(index);
        },
      }}
      render={{
        controls: () => <Counter count={count} />,
        iconError: () => <PictureIcon />,
        ...(single && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  );
}

function Counter({ count }: { count: number }) {
  const { currentIndex } = useLightboxState();
  return (
    <div
      className="yarl__counter"
      aria-hidden="true"
    >{`${currentIndex + 1} / ${count}`}</div>
  );
}

const carousel = {
  ...lightboxSettings.carousel,
  imageProps: (slide: object) => ({ lang: (slide as Slide).altLang }),
};

const withCaption = (slide: Slide) => ({
  ...slide,
  title: slide.title && <bdi lang={slide.lang}>{slide.title}</bdi>,
  description: slide.description && (
    <Caption text={slide.description} lang={slide.lang} />
  ),
});

const areSame = (some: Slide[], others: Slide[]) =>
  some.length === others.length &&
  some.every(({ src }, index) => src === others[index]!.src);

/** Shows two lines of a slide's caption, and a button for the rest. */
function Caption({ text, lang }: { text: string; lang?: string }) {
  const { t } = useLingui();
  const place = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { scrollHeight, clientHeight, dataset } = entry!
        .target as HTMLElement;
      if (dataset.whole === "false") setCut(scrollHeight > clientHeight + 1);
    });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);

  return (
    <>
      <span
        className={isWhole ? "caption-text" : "caption-text clamp"}
        data-whole={isWhole}
        dir="auto"
        lang={lang}
        ref={place}
      >
        {text}
      </span>
      {isCut && (
        <button
          type="button"
          className="caption-more on-picture text-btn"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t`Show less` : t`Read more`}
        </button>
      )}
    </>
  );
}
