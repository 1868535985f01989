import { Link } from "@remix-run/react";
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type MutableRefObject,
  type ReactNode,
} from "react";
import type { Blur } from "#domain/core/blurs.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { usePolling } from "#app/components/admin/data/use-polling.ts";
import { Button } from "#app/components/ui/button.tsx";
import { CheckIcon } from "../ui/more-icons.tsx";
import { BackIcon, HideIcon, UndoIcon } from "./icons.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import { SentPictures } from "./sent-pictures.tsx";
import { portraitOf, ReviewRock } from "./review-rock.tsx";
import { RockStone } from "../rocks/rock-stone.tsx";
import { Toast } from "../toast/toast.tsx";
import {
  usePictureStore,
  type PictureOf,
  type PictureStore,
} from "../gallery/picture-store.ts";
import { addressOf } from "#app/components/api/send.ts";
import { useKeys } from "./input/use-keys.ts";
import { useLetterKeys } from "./input/use-letter-keys.ts";
import { nameOf, type Review } from "./use-review.ts";
import { useSwipe } from "./input/use-swipe.ts";
import type { Tiles } from "#app/components/map/world-map.client.tsx";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import type { ReviewTools } from "./review-tools.ts";
import "./review-find.css";
import "./review-screen.css";

interface Props {
  review: Review;
  tiles: Tiles;
  /** What only the admin can do. */
  tools?: ReviewTools;
  /** Where the arrow leads; absent if it leads nowhere. */
  back?: { to: string; label: string };
  /** Shown below 'Nothing is waiting.' */
  end: ReactNode;
}

const pictureAddress = ({ uuid, name, size }: PictureOf) =>
  addressOf("GET /api/review/:uuid/images/:imageName", {
    params: { uuid, imageName: name },
    query: { size },
  });

/** The finds that wait, one at a time: look, then show it or keep it hidden. Every step can be taken back. */
export function ReviewScreen({ review, tiles, tools, back, end }: Props) {
  const { find, past, waiting, status, busy, problem, notice } = review;
  const store = usePictureStore(pictureAddress, review.access.headers);
  const heading = useRef<HTMLHeadingElement>(null);
  const mayShow = useRef(() => true);
  useLoadedAhead(store, review);
  usePolling(
    find?.images.some(({ ready, error }) => !ready && !error) ?? false,
    review.load,
  );

  const total = past.length + waiting;
  const at = find ? past.length + 1 : past.length;

  /** Afterwards a screen reader begins with the next find, and a phone shows it from its top. */
  async function follow(step: Promise<boolean>) {
    if (!(await step)) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }
  const steps = {
    decide: (show: boolean, how?: How) => {
      if (!show || mayShow.current()) void follow(review.decide(show, how));
    },
    undo: () => void follow(review.undo()),
  };

  const heads = {
    loading: "Waiting finds",
    failed: "Waiting finds",
    ready: "All done",
  };
  const edit = find && tools && (() => tools.onEdit(find));
  // Here, not in the find's component, because that one is made anew for each find and would miss a quick key.
  useKeys({
    u: steps.undo,
    ...(find && {
      s: () => steps.decide(true),
      h: () => steps.decide(false),
      ...(edit && { e: edit }),
    }),
  });

  return (
    <div
      className="review"
      data-state={find ? "find" : status}
      data-letter-keys={useLetterKeys().areOn ? "on" : "off"}
    >
      <header className="review-way row">
        {back && (
          <Link className="icon-btn" to={back.to} aria-label={back.label}>
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
            heads[status]
          )}
        </h1>
        {find && <SteppingStones past={past} total={total} />}
        <Button
          look="icon"
          className="review-undo"
          aria-label="Undo the last decision"
          disabled={past.length === 0 || busy !== undefined}
          onClick={steps.undo}
        >
          <UndoIcon />
        </Button>
      </header>
      {problem && (
        <p className="review-problem" role="alert">
          {problem}
        </p>
      )}
      {find ? (
        <FindOnScreen
          key={find.uuid}
          find={find}
          store={store}
          tiles={tiles}
          tools={tools}
          mayShow={mayShow}
          busy={busy}
          onDecide={steps.decide}
          onHide={(name, blurs) => review.hide(find, name, blurs)}
          onEdit={edit}
        />
      ) : status === "loading" ? (
        <ReviewLoading />
      ) : status === "failed" ? (
        <div className="review-end">
          <h2>The finds could not be loaded.</h2>
          <p role="alert">
            Nothing is lost. Your phone may have no signal at the moment.
          </p>
          <Button onClick={review.tryAgain}>Try again</Button>
        </div>
      ) : (
        <div className="review-end">{end}</div>
      )}
      <Toast
        notice={notice}
        onEnd={() => review.say(undefined)}
        shortcut="u"
        onPress={() => heading.current?.focus({ preventScroll: true })}
        picture={
          notice?.find && (
            <RockStone
              rockNumber={notice.find.rock_number}
              pin={notice.find.rock?.pin}
              size={40}
            />
          )
        }
      />
    </div>
  );
}

/** Fetches what the next find needs while somebody still looks at this one. */
function useLoadedAhead(store: PictureStore, { ahead, past }: Review) {
  useEffect(() => {
    const last = past.at(-1);
    store.keepOnly((last ? [...ahead, last.find] : ahead).flatMap(uuidsOf));
    for (const find of ahead.slice(0, 2)) {
      const { uuid, images, last_stop } = find;
      const seen = images.filter(({ small }) => small);
      for (const [index, { name, ready }] of seen.entries())
        for (const size of index === 0 && ready ? SIZES : SIZES.slice(0, 1))
          store.load({ uuid, name, size });
      new Image().src = portraitOf(find);
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

function FindOnScreen({
  mayShow,
  find,
  store,
  tiles,
  tools,
  busy,
  onDecide,
  onHide,
  onEdit,
}: Pick<Props, "tiles" | "tools"> & {
  find: ReviewFind;
  store: PictureStore;
  mayShow: MutableRefObject<() => boolean>;
  busy: Review["busy"];
  onDecide: (show: boolean, how?: How) => void;
  onHide: (name: string, blurs: Blur[]) => Promise<void>;
  onEdit?: () => void;
}) {
  const hint = useSwipeHint();
  const { pull, ref, handlers } = useSwipe((isRight) => {
    hint.count();
    onDecide(isRight);
  }, busy !== undefined);

  return (
    <div
      ref={ref}
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
        find={find}
        store={store}
        onHide={onHide}
        onKeepApproved={() => onDecide(true, { pictures: "approved" })}
      />
      <ReviewRock find={find} mayCreate={tools !== undefined} />
      <section className="review-facts" aria-label="What the finder says">
        <ReviewFacts
          find={find}
          store={store}
          tiles={tiles}
          tools={tools}
          mayShow={mayShow}
        />
        <p className="review-close row">
          <Button
            look="mini"
            disabled={busy !== undefined}
            aria-describedby="review-close"
            onClick={() => onDecide(false, { close: true })}
          >
            Keep hidden for good
          </Button>
          <small id="review-close">
            Corrections of its finder are kept, but don’t bring it back here.
          </small>
        </p>
        <DecisionBar
          busy={busy}
          showsHint={hint.isShown}
          onDecide={onDecide}
          onEdit={onEdit}
        />
      </section>
    </div>
  );
}

const SWIPES = "review-swipes";
/** After this many swipes the hint goes. */
const HINTS_MAX = 3;

/** Whether to say that one can swipe. The browser may keep nothing; then it is said each time. */
function useSwipeHint() {
  const [swipes, setSwipes] = useState(0);
  useEffect(() => setSwipes(Number(readStored("localStorage", SWIPES))), []);
  return {
    isShown: swipes < HINTS_MAX,
    count() {
      setSwipes(swipes + 1);
      keepStored("localStorage", SWIPES, String(swipes + 1));
    },
  };
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

function ReviewLoading() {
  return (
    <div className="review-find review-find--loading" aria-busy="true">
      <p className="sr" role="status">
        Loading the finds that wait…
      </p>
      <div className="review-sent">
        <div className="review-big" />
      </div>
      <div className="review-own">
        <div className="review-portrait frame" />
      </div>
      <div className="review-facts" />
    </div>
  );
}
