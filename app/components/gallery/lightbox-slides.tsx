import YetAnotherLightbox from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Fullscreen from "yet-another-react-lightbox/plugins/fullscreen";
import Slideshow from "yet-another-react-lightbox/plugins/slideshow";
import Thumbnails from "yet-another-react-lightbox/plugins/thumbnails";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import "yet-another-react-lightbox/plugins/counter.css";
import "yet-another-react-lightbox/plugins/thumbnails.css";
import { PictureIcon } from "../ui/icons.tsx";
import { lightboxSettings } from "./lightbox-settings.ts";
import type { Slide } from "./lightbox.tsx";

const plugins = [Captions, Counter, Fullscreen, Slideshow, Thumbnails, Zoom];

interface Props {
  slides: Slide[];
  index: number;
  within: HTMLElement;
  onView?: (index: number) => void;
  onClose: () => void;
}

export default function LightboxSlides({
  slides,
  index,
  within,
  onView,
  onClose,
}: Props) {
  const single = slides.length === 1;
  return (
    <YetAnotherLightbox
      {...lightboxSettings}
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={plugins}
      portal={{ root: within }}
      on={{ view: ({ index: seen }) => onView?.(seen) }}
      render={{
        iconError: () => <PictureIcon />,
        ...(single && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  );
}
