import { useLingui } from "@lingui/react/macro";
import { useLoaded } from "../ui/use-loaded.ts";
import { useModal } from "../ui/use-modal.ts";
import type { Slide } from "./lightbox-settings.ts";
import "./lightbox.css";

interface Props {
  slides: Slide[];
  /** Number of slides in the end, if more follow. */
  count?: number;
  /** Index of the slide to open. -1 while closed. */
  index: number;
  onView?: (index: number) => void;
  onClose: () => void;
  /** The page's address opens it. */
  inAddress?: boolean;
}

const loadSlides = () => import("./lightbox-slides.tsx");

/** Shows pictures over the whole screen, as a modal dialog, because nothing else can cover another one. */
export function Lightbox(props: Props) {
  return props.index < 0 ? null : <OpenLightbox {...props} />;
}

function OpenLightbox({
  slides,
  count = slides.length,
  index,
  onView,
  onClose,
  inAddress,
}: Props) {
  const { t } = useLingui();
  const { dialog, isOpen, ask, closedByBrowser } = useModal({
    close() {
      onClose();
      return true;
    },
    inAddress,
  });
  const loaded = useLoaded(loadSlides).part;
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={t`Photographs`}
      onCancel={ask}
      onClose={closedByBrowser}
    >
      {isOpen &&
        (loaded ? (
          <loaded.default
            slides={slides}
            count={count}
            index={index}
            within={dialog.current!}
            onView={onView}
            onClose={() => dialog.current?.close()}
          />
        ) : (
          <p className="lightbox-wait centre" role="status">{t`Loading…`}</p>
        ))}
    </dialog>
  );
}
