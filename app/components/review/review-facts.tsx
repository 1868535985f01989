import { useLingui } from "@lingui/react";
import { imageAlt } from "#domain/core/languages/image-alt.ts";
import { formatCount } from "#domain/core/words.ts";
import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useState,
  type MutableRefObject,
} from "react";
import type { ReviewFind } from "#domain/review/answers.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { formatPrecision } from "#app/components/words/places.ts";
import type { Tiles } from "../map/world-map.client.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { stonePicture } from "../ui/pebbles.ts";
import { formatDay } from "#app/components/words/days.ts";
import {
  HereIcon,
  PictureIcon,
  SearchIcon,
  PinIcon,
} from "../ui/more-icons.tsx";
import { TouchIcon } from "./icons.tsx";
import { WrittenIn } from "#app/components/language/written-in.tsx";
import { NumberField } from "./number-field.tsx";
import { describeDays } from "./review-rock.tsx";
import type { ReviewTools } from "./review-tools.ts";
import { ReviewWarnings } from "./review-warnings.tsx";
import type { PictureStore } from "../gallery/picture-store.ts";

const SpotMap = lazy(() => import("../map/spot-map.client.tsx"));

/** Metres around a find that the map shows at least. */
const AROUND_MIN = 700;

interface Props {
  find: ReviewFind;
  store: PictureStore;
  tiles: Tiles;
  tools?: ReviewTools;
  /** As `NumberField` sets it. */
  mayShow: MutableRefObject<() => boolean>;
}

/**
 * What the finder says: number, place, day and comment; and what doesn't fit. A press on 'Show' doesn't render it again.
 */
export const ReviewFacts = memo(function ReviewFacts({
  find,
  store,
  tiles,
  tools,
  mayShow,
}: Props) {
  const { date, name, email, location, comment } = find;
  return (
    <div className="review-scroll">
      <ReviewWarnings find={find} store={store} tools={tools} />
      <div className="review-who">
        {tools ? (
          <NumberField
            key={find.rock_number}
            find={find}
            tools={tools}
            mayShow={mayShow}
          />
        ) : (
          <p className="review-number row">
            {find.rock_number === 0
              ? "Number unknown"
              : `Rock ${find.rock_number}`}
          </p>
        )}
        <p className="review-when soft">
          <span>{`${formatDay(date)}, ${name ? `from ${name}` : "no name given"}`}</span>
          {email && (
            <span>
              {" "}
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          )}
        </p>
        <p className="review-where" lang={find.lang ?? undefined}>
          {location}
        </p>
      </div>
      <LastStopOnPhone find={find} />
      <Place find={find} tiles={tiles} tools={tools} />
      <div>
        <blockquote className="review-say" lang={find.lang ?? undefined}>
          {comment}
        </blockquote>
        <WrittenIn lang={find.lang} />
      </div>
    </div>
  );
});

function LastStopOnPhone({ find: { last_stop } }: Pick<Props, "find">) {
  const { i18n } = useLingui();
  if (!last_stop) return null;
  const { distance_km, days, location, date, imagename } = last_stop;
  return (
    <div className="review-hop-line">
      {imagename && (
        <img
          src={imageThumbnailAddress(last_stop, imagename)}
          alt={imageAlt(i18n, last_stop, last_stop.imagedescription)}
        />
      )}
      <div>
        <b>{`${
          distance_km === null
            ? "Distance unknown,"
            : `${formatCount(distance_km)} km`
        } ${describeDays(days)}`}</b>
        <p>{`${days < 0 ? "" : "from its last stop: "}${location}, ${formatDay(date)}`}</p>
      </div>
    </div>
  );
}

type Source = NonNullable<ReviewFind["place"]["suggestion"]>["source"];

const sources: Record<Source, { icon: () => JSX.Element; words: string }> = {
  photo: { icon: PictureIcon, words: "From the photograph" },
  device: { icon: HereIcon, words: "From the finder’s phone" },
  map: { icon: TouchIcon, words: "From a tap on the map" },
  town: { icon: SearchIcon, words: "From a town that the finder named" },
};

function Place({ find, tiles, tools }: Omit<Props, "store" | "mayShow">) {
  const { latitude, longitude, precision, suggestion, no_place } = find.place;
  const isSet = latitude !== null && longitude !== null;
  const spot = isSet ? { latitude, longitude } : no_place ? null : suggestion;
  const seen = isSet || !suggestion ? precision : suggestion.precision;
  const isFindersChoice =
    !isSet ||
    (suggestion?.precision === precision &&
      suggestion.latitude === latitude &&
      suggestion.longitude === longitude);
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  const { icon: Icon, words } =
    isSet || !suggestion
      ? { icon: PinIcon, words: "Where it was put" }
      : sources[suggestion.source];
  const change = tools && (
    <Button look="text" onClick={() => tools.onPlace(find)}>
      <span>{spot ? "Change" : "Set the place"}</span>
      <span className="sr">{`${spot ? " the place" : ""} of ${find.location}`}</span>
    </Button>
  );

  if (!spot)
    return (
      <div className="review-place review-place--none soft">
        <p>
          {no_place
            ? "It has no place on the map."
            : "Nobody says where on the map it was. It can be shown without."}
        </p>
        {change}
      </div>
    );
  return (
    <div className="review-place">
      <div className="review-map">
        {isMounted && (
          <Suspense>
            <SpotMap
              spot={spot}
              precision={seen}
              reach={AROUND_MIN}
              stone={stonePicture(find.rock_number, find.rock?.pin)}
              tiles={tiles}
              scrollWheelZoom={false}
              zoomAnimation={false}
              hasZoomButtons={false}
            />
          </Suspense>
        )}
      </div>
      <div className="review-source">
        <p>
          <Icon />
          <span>
            {isSet || !suggestion
              ? words
              : `${words}${describeSuggestion(suggestion, find.date)}`}
          </span>
        </p>
        <p>
          {seen === 0 ? (
            <span>
              Others see it <b>exactly</b>
            </span>
          ) : (
            <span>
              <span>{isFindersChoice ? "The finder chose" : "You chose"}</span>{" "}
              <b>{formatPrecision(seen)}</b>: the circle is what others see
            </span>
          )}
        </p>
        {change}
      </div>
    </div>
  );
}

const describeSuggestion = (
  { accuracy, taken_dt }: NonNullable<ReviewFind["place"]["suggestion"]>,
  dayOfFind: string,
) =>
  [
    accuracy !== null && `, good to ${formatCount(Math.round(accuracy))} m`,
    taken_dt && describeTaken(taken_dt, dayOfFind),
  ]
    .filter(Boolean)
    .join("");

/** The time at the place itself if the text has its offset; with the day if it is not the find's. */
function describeTaken(time: string, dayOfFind: string) {
  const day = time.slice(0, 10);
  return `, ${day === dayOfFind ? "" : `${formatDay(day)} `}at ${time.slice(11, 16)}${time.endsWith("Z") ? " UTC" : ""}`;
}
