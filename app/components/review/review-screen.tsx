import { Link } from "@remix-run/react";
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type PointerEvent,
} from "react";
import type { ReviewFind } from "#domain/review/answers.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { Button } from "#app/components/ui/button.tsx";
import { icon } from "#app/components/ui/icons.tsx";
import { CheckIcon } from "#app/components/ui/more-icons.tsx";
import { NothingWaits } from "./nothing-waits.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import { SentPictures } from "./sent-pictures.tsx";
import { portraitOf, ReviewRock } from "./review-rock.tsx";
import {
  usePictureStore,
  type PictureOf,
  type PictureStore,
} from "#app/components/gallery/picture-store.ts";
import { addressOf } from "#app/components/api/send.ts";
import { useKeys, useLetterKeys, type LetterKeys } from "./use-keys.ts";
import { nameOf, type Review, type ReviewTools } from "./use-review.ts";
import "./review-find.css";
import "./review-screen.css";

const BackIcon = icon("M14.5 6l-6 6 6 6");
const UndoIcon = icon("M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9");
const HideIcon = icon(
  "M4 4l16 16M9.5 5.5A10 10 0 0 1 21 12a14 14 0 0 1-2.5 3.3M14.1 14.2A3 3 0 0 1 9.8 9.9M6.3 7.7A14 14 0 0 0 3 12a10 10 0 0 0 12.5 6",
);

interface Props {
  review: Review;
  /** Absent for the key of a mail. */
  tools?: ReviewTools;
}

const pictureAddress = ({ uuid, name, size }: PictureOf) =>
  addressOf("GET /api/review/:uuid/images/:imageName", {
    params: { uuid, imageName: name },
    query: { size },
  });

/** The finds that wait, one at a time: look, then show it or keep it hidden. Every step can be taken back. */
export function ReviewScreen({ review, tools }: Props) {
  const { find, past, waiting, status, busy, problem } = review;
  const store = usePictureStore(pictureAddress, review.access);
  const heading = useRef<HTMLHeadingElement>(null);
  useLoadedAhead(store, review);

  // A screen reader begins with the next find, and a phone shows it from its top.
  const seen = useRef(find);
  useEffect(() => {
    if (seen.current === find) return;
    const isNext = seen.current?.uuid !== find?.uuid;
    seen.current = find;
    if (isNext) window.scrollTo({ top: 0, behavior: "instant" });
    // What had the focus is gone with the find's old number or place, or was the toast's Undo.
    if (isNext || document.activeElement?.matches("body, .toast"))
      heading.current?.focus({ preventScroll: true });
  }, [find]);

  const total = past.length + waiting;
  const at = find ? past.length + 1 : past.length;

  function decide(show: boolean, how?: How) {
    // Not while a typed number isn't saved.
    const number = document.querySelector<HTMLFormElement>(".review form");
    if (show && number?.checkValidity() === false) return;
    review.decide(show, how);
  }

  const edit = find && tools && (() => tools.onEdit(find));
  // Here, not in the find's component, because that one is new for each find and would miss a quick key.
  const letters = useLetterKeys();
  useKeys(letters, {
    u: review.undo,
    ...(find && {
      s: () => decide(true),
      h: () => decide(false),
      ...(edit && { e: edit }),
    }),
  });

  return (
    <div
      className="review"
      data-state={find ? "find" : status}
      data-letter-keys={letters.areOn ? "on" : "off"}
    >
      <header className="review-way row">
        {tools && (
          <Link
            className="icon-btn"
            to="/admin"
            aria-label="Back to the dashboard"
          >
            <BackIcon />
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {find ? (
            <>
              <span>{`${at} of ${total}`}</span>
              <span className="sr">{`: ${nameOf(find)}, ${find.location}`}</span>
              <small aria-hidden="true">waiting finds, oldest first</small>
            </>
          ) : (
            <span>{status === "loaded" ? "All done" : "Waiting finds"}</span>
          )}
        </h1>
        {find && <SteppingStones past={past} total={total} />}
        <Button
          look="icon"
          aria-label="Undo the last decision"
          disabled={past.length === 0 || busy !== undefined}
          onClick={review.undo}
        >
          <UndoIcon />
        </Button>
      </header>
      {problem && (
        <p className="review-problem notice notice--bad" role="alert">
          {problem}
        </p>
      )}
      {find ? (
        <FindOnScreen
          key={find.uuid}
          find={find}
          store={store}
          tools={tools}
          letters={letters}
          busy={busy}
          onDecide={decide}
          onHide={(...boxes) => review.hide(find, ...boxes)}
          onEdit={edit}
        />
      ) : status === "failed" ? (
        <div className="review-end stack stack--centre">
          <h2>The finds could not be loaded.</h2>
          <p role="alert">
            Nothing is lost. Your phone may have no signal at the moment.
          </p>
          <Button onClick={review.tryAgain}>Try again</Button>
        </div>
      ) : (
        <div
          className="review-end stack stack--centre"
          aria-busy={status !== "loaded"}
        >
          {status === "loaded" ? (
            <NothingWaits isAdmin={tools !== undefined} />
          ) : (
            <p role="status">Loading the finds that wait…</p>
          )}
        </div>
      )}
    </div>
  );
}

/** Fetches what the next find needs while somebody still looks at this one. */
function useLoadedAhead(store: PictureStore, { ahead, past }: Review) {
  useEffect(() => {
    const last = past.at(-1);
    store.keepOnly((last ? [...ahead, last.find] : ahead).flatMap(uuidsOf));
    for (const find of ahead.slice(0, 2)) {
      const { uuid, images, last_stop, rock_number, rock } = find;
      const seen = images.filter(({ small }) => small);
      for (const [index, { name, ready }] of seen.entries())
        for (const size of index === 0 && ready ? SIZES : SIZES.slice(0, 1))
          void store.load({ uuid, name, size });
      new Image().src = portraitOf(rock_number, rock?.picture);
      if (last_stop?.imagename)
        new Image().src = imageThumbnailAddress(last_stop, last_stop.imagename);
    }
  }, [store, ahead, past]);
}

const SIZES = ["sm", "webp"] as const;

/** Of a find, and of the one that it is compared with. */
const uuidsOf = ({ uuid, warnings }: ReviewFind) => [
  uuid,
  ...warnings.flatMap((warning) =>
    warning.kind === "same-picture" && warning.earlier
      ? warning.earlier.uuid
      : [],
  ),
];

type How = Parameters<Review["decide"]>[1];

interface FindProps extends ComponentProps<typeof ReviewFacts> {
  letters: LetterKeys;
  busy: Review["busy"];
  onDecide: (show: boolean, how?: How) => void;
  onHide: ComponentProps<typeof SentPictures>["onHide"];
  onEdit?: () => void;
}

function FindOnScreen({
  letters,
  busy,
  onDecide,
  onHide,
  onEdit,
  ...facts
}: FindProps) {
  const { find, store, tools } = facts;
  const isBusy = busy !== undefined;
  const { pull, handlers } = useSwipe(onDecide, isBusy);

  return (
    <div
      className="review-find"
      data-pull={pull === 0 ? undefined : pull > 0 ? "yes" : "no"}
      style={{ "--pull": `${pull}px` } as CSSProperties}
      {...handlers}
    >
      {pull !== 0 && (
        <div className="review-pull" aria-hidden="true">
          {pull > 0 ? <CheckIcon /> : <HideIcon />}
          <span>{pull > 0 ? "Show" : "Keep hidden"}</span>
        </div>
      )}
      <SentPictures
        {...{ find, store, letters }}
        onHide={onHide}
        onKeepApproved={() => onDecide(true, { pictures: "approved" })}
        isAdmin={tools !== undefined}
      />
      <ReviewRock find={find} mayCreate={tools !== undefined} />
      <section className="review-facts" aria-label="What the finder says">
        <ReviewFacts {...facts} />
        <p className="review-close row wrap">
          <Button
            look="mini"
            disabled={isBusy}
            aria-describedby="review-close"
            onClick={() => onDecide(false, { close: true })}
          >
            Keep hidden for good
          </Button>
          <small id="review-close">
            Corrections of its finder are kept, but don’t bring it back here.
          </small>
        </p>
        <div className="review-do wrap tight">
          <p className="review-hint soft">
            Or swipe: right shows it, left keeps it hidden
          </p>
          <Button
            look="quiet"
            disabled={isBusy}
            busy={busy === "hide"}
            aria-keyshortcuts="h"
            onClick={() => onDecide(false)}
          >
            Keep hidden <kbd aria-hidden="true">H</kbd>
          </Button>
          <Button
            className="review-show"
            disabled={isBusy}
            busy={busy === "show"}
            aria-keyshortcuts="s"
            onClick={() => onDecide(true)}
          >
            {busy !== "show" && <CheckIcon />}
            <span>Show </span>
            <kbd aria-hidden="true">S</kbd>
          </Button>
          {onEdit && (
            <Button
              look="quiet"
              disabled={isBusy}
              aria-keyshortcuts="e"
              onClick={onEdit}
            >
              <span>Edit</span>
              <kbd aria-hidden="true">E</kbd>
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}

function SteppingStones({
  past,
  total,
}: Pick<Review, "past"> & { total: number }) {
  return (
    <div className="review-stones row" aria-hidden="true">
      {Array.from({ length: Math.min(total, STONES_MAX) }, (_, index) => (
        <i
          key={index}
          data-state={
            index === past.length
              ? "now"
              : past[index] && (past[index].show ? "shown" : "kept")
          }
        />
      ))}
    </div>
  );
}

/** More would be too small to see. */
const STONES_MAX = 100;

/** Pixels that a finger moves before it counts as a swipe, before its end decides, and that the find follows it. */
const BEGINS = 24;
const DECIDES = 110;
const PULL_MAX = 130;

const OWN_SWIPES = ".review-thumbs, .review-map, input, dialog";

/** Lets swipes decide. The browser takes other gestures for itself, by `touch-action`, and cancels this one. */
function useSwipe(decide: (isRight: boolean) => void, disabled: boolean) {
  const start = useRef<number>();
  const [pull, setPull] = useState(0);

  function end() {
    start.current = undefined;
    setPull(0);
  }

  return {
    pull,
    handlers: {
      onPointerDown({ isPrimary, pointerType, clientX, target }: PointerEvent) {
        const isOther = !isPrimary || (target as Element).closest(OWN_SWIPES);
        if (isOther) end();
        else if (pointerType === "touch" && !disabled) start.current = clientX;
      },
      onPointerMove({ isPrimary, clientX }: PointerEvent) {
        if (!isPrimary || start.current === undefined) return;
        const across = clientX - start.current;
        setPull(
          Math.abs(across) > BEGINS
            ? Math.max(-PULL_MAX, Math.min(PULL_MAX, across))
            : 0,
        );
      },
      onPointerUp({ isPrimary, clientX }: PointerEvent) {
        if (!isPrimary || start.current === undefined) return;
        // Not `pull`: a slow phone may not have drawn the last of it.
        const across = clientX - start.current;
        end();
        if (Math.abs(across) >= DECIDES) decide(across > 0);
      },
      onPointerCancel: end,
    },
  };
}
