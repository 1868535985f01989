import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import type { Spot, Precision } from "#core/precision.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";
import { formatPlace } from "#app/components/language/places.ts";
import {
  urlOfImage,
  type FindDraft,
} from "#app/components/share/queue/use-find-draft.ts";
import {
  AlertIcon,
  HereIcon,
  PinIcon,
  SearchIcon,
} from "#app/components/ui/more-icons.tsx";
import { PrecisionChoice } from "#app/components/fields/precision-choice.tsx";
import { Shown } from "#app/components/ui/shown.tsx";
import { Spinner, Button } from "#app/components/ui/button.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { TownSearch } from "./town-search.tsx";
import { useDevicePlace, type DeviceState } from "./use-device-place.ts";
import {
  isSameSpot,
  usePhotoPlaces,
  withPrecision,
} from "./use-photo-places.ts";
import {
  boxAround,
  spotAt,
  WHOLE_WORLD,
  WorldDrawing,
} from "./world-drawing.tsx";
import { useApi } from "#app/components/api/use-api.ts";
import "#app/styles/spot.css";
import "./place.css";

interface Props {
  draft: FindDraft;
  stone: string;
  /** Fills in the location's text, if the visitor takes the proposed town. */
  onLocation: (text: string) => void;
}

const loadMap = () => import("./place-map.client.tsx");

/** The find's place as a point: from a photograph, the device, the map or a town. All of it is optional. */
export function PlaceSection({ draft, stone, onLocation }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  const place = draft.place ?? undefined;
  const photos = usePhotoPlaces(draft);
  const device = useDevicePlace(choose);
  const isLooking = device.state === "looking";
  const [isSearching, setIsSearching] = useState(false);
  const [town, setTown] = useState<Place>();
  const [map, setMap] = useState<{ near?: Spot; hasFocus: boolean }>();
  const mapCode = useLoaded(map && loadMap);
  const hereButton = useRef<HTMLButtonElement>(null);
  const townButton = useRef<HTMLButtonElement>(null);

  const isTypedTown = place && isSameSpot(town, place);
  const nearest = useNearestTown(isTypedTown ? undefined : place);
  const named = isTypedTown ? town : nearest;
  const townName = named && describeTown(i18n, named);
  const photo =
    place?.source === "photo"
      ? draft.images.find((_, index) => isSameSpot(photos.places[index], place))
      : undefined;

  function choose(place: Omit<Suggestion, "precision">) {
    device.stop();
    draft.setPlace(withPrecision(place, draft.place));
    setMap((open) => open ?? { hasFocus: false });
  }

  function chooseTown(town: Place) {
    const { latitude, longitude } = town;
    setTown(town);
    choose({ latitude, longitude, accuracy: null, source: "town" });
    closeSearch();
  }

  function closeSearch() {
    setIsSearching(false);
    townButton.current?.focus();
  }

  function leaveOut() {
    device.stop();
    draft.setPlace(null);
    setMap(undefined);
    hereButton.current?.focus();
  }

  return (
    <div className="where stack" role="group" aria-labelledby={id}>
      {townName && draft.fields.location.trim() === "" && (
        <p>
          <Button look="quiet" onClick={() => onLocation(townName)}>
            <PinIcon />
            <Trans>Use ‘{townName}’</Trans>
          </Button>
        </p>
      )}
      <p className="field-label">
        <span id={id}>
          <Trans>On the map</Trans>
        </span>
        <small>
          <Trans>optional</Trans>
        </small>
      </p>
      {map && mapCode.part ? (
        <mapCode.part.default
          place={place}
          stone={stone}
          near={map.near}
          hasFocus={map.hasFocus}
          onPlace={choose}
        />
      ) : (
        <PlacePreview
          place={place}
          stone={stone}
          onOpen={(near) => setMap({ near, hasFocus: true })}
        >
          {map && mapCode.hasFailed
            ? t(i18n)`The map needs a connection`
            : map
              ? t(i18n)`Opening the map`
              : place
                ? t(i18n)`Tap for the large map`
                : t(i18n)`Tap where it was`}
        </PlacePreview>
      )}
      <div className="where-found row">
        <div className="stack grows" role="status">
          {place && (
            <div className="where-got row">
              <span className="where-mark frame centre">
                <Shown
                  src={photo && urlOfImage(photo)}
                  width={44}
                  height={44}
                  otherwise={MARKS[place.source]}
                />
              </span>
              <p>
                <b>
                  <bdi>
                    {!townName
                      ? formatPlace(i18n, place)
                      : isTypedTown
                        ? townName
                        : t(i18n)`Near ${townName}`}
                  </bdi>
                </b>
                <small>{describeSource(i18n, place)}</small>
              </p>
            </div>
          )}
          <Note
            device={device.state}
            place={draft.place}
            count={photos.isRead ? draft.images.length : 0}
          />
        </div>
        {place && (
          <button type="button" className="text-btn small" onClick={leaveOut}>
            <Trans>Leave it out</Trans>
          </button>
        )}
      </div>
      <div className="where-ways columns tight">
        <button
          ref={hereButton}
          type="button"
          className="btn btn--quiet"
          aria-disabled={isLooking}
          onClick={() => isLooking || device.ask()}
        >
          {isLooking ? <Spinner /> : <HereIcon />}
          {isLooking ? (
            <Trans>Looking for you</Trans>
          ) : (
            <Trans>Use my location</Trans>
          )}
        </button>
        <button
          ref={townButton}
          type="button"
          className="btn btn--quiet"
          aria-expanded={isSearching}
          onClick={() => setIsSearching(!isSearching)}
        >
          <SearchIcon />
          <Trans>Type a town</Trans>
        </button>
      </div>
      {isSearching && <TownSearch onTown={chooseTown} onCancel={closeSearch} />}
      {place && (
        <PrecisionChoice
          legend={t(i18n)`How exactly may others know?`}
          precision={place.precision}
          // A place is sent as a whole.
          form="none"
          picture={(precision) => <PublicPicture {...{ precision, stone }} />}
          onChange={(precision) => draft.setPlace({ ...place, precision })}
        />
      )}
    </div>
  );
}

const MARKS = {
  photo: <PinIcon />,
  device: <HereIcon />,
  map: <PinIcon />,
  town: <SearchIcon />,
};

/** The result of the last press, or the reason that there is no place. Nothing if that is plain. */
function Note({
  device,
  place,
  count,
}: {
  device: DeviceState;
  place: Suggestion | null | undefined;
  count: number;
}) {
  if (device === "looking")
    return (
      <p className="field-hint">
        <Trans>This can take half a minute. You can go on meanwhile.</Trans>
      </p>
    );
  if (device !== "idle")
    return (
      <div className="where-note notice notice--calm">
        <AlertIcon />
        <p>
          <b>
            {device === "denied" ? (
              <Trans>Your device did not tell us, and that is fine.</Trans>
            ) : (
              <Trans>Your device can’t tell where it is right now.</Trans>
            )}
          </b>
          <br />
          <Trans>Tap the map, type a town, or leave it out.</Trans>
        </p>
      </div>
    );
  if (place === null)
    return (
      <p className="field-hint">
        <Trans>Left out. The location in words is enough.</Trans>
      </p>
    );
  if (place || count === 0) return null;
  return (
    <p className="field-hint">
      <Plural
        value={count}
        one="Your photograph doesn’t say where it was taken. Most phones leave it out."
        other="Your photographs don’t say where they were taken. Most phones leave it out."
      />
    </p>
  );
}

/** Metres around a place that show which country and coast it is on. */
const REGION = 400_000;

interface PlacePreviewProps {
  place: Suggestion | undefined;
  stone: string;
  /** The effect of a press, or the reason that it has none. */
  children: string;
  /** Called with the pressed spot; undefined if it was pressed by key. */
  onOpen: (near: Spot | undefined) => void;
}

/** A drawing of the world, or of the region of a place. It asks no map service, so that nobody learns the place. */
function PlacePreview({ place, stone, children, onOpen }: PlacePreviewProps) {
  return (
    <button
      type="button"
      className={`where-map map-frame ${place ? "" : "where-map--small"}`}
      onClick={({ currentTarget, detail, clientX, clientY }) => {
        const drawing = currentTarget.querySelector("svg")!;
        onOpen(detail > 0 ? spotAt(drawing, clientX, clientY) : undefined);
      }}
    >
      <WorldDrawing viewBox={place ? boxAround(place, REGION) : WHOLE_WORLD} />
      {place && <img src={stone} alt="" width={52} height={52} />}
      <span className="where-say on-frame">{children}</span>
    </button>
  );
}

/** For each precision: how many metres its picture shows to each side, and the stone's size in pixels. */
const VIEWS: Record<Precision, { reach: number; size: number }> = {
  0: { reach: 700, size: 46 },
  1000: { reach: 1700, size: 36 },
  10_000: { reach: 13_000, size: 30 },
};

/** Lines around the middle, a kilometre apart, which show how near the picture is. */
function drawGrid(reach: number) {
  const lines = [];
  for (let at = 500; at < 2 * reach; at += 1000)
    for (const line of [at, -at])
      lines.push(
        `M${line} ${-2 * reach}V${2 * reach}M${-2 * reach} ${line}H${2 * reach}`,
      );
  return lines.join("");
}

function PublicPicture({
  precision,
  stone,
}: {
  precision: Precision;
  stone: string;
}) {
  const { reach, size } = VIEWS[precision];
  return (
    <span className="where-picture">
      <svg
        viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
        aria-hidden="true"
      >
        <path className="where-grid" d={drawGrid(reach)} />
        {precision === 0 ? (
          <circle className="spot-dot" r={reach / 11} />
        ) : (
          <circle className="spot-circle" r={precision} />
        )}
      </svg>
      <img
        src={stone}
        alt=""
        width={size}
        height={size}
        className={precision === 0 ? "is-pin" : undefined}
      />
    </span>
  );
}

function describeTown(i18n: I18n, { name: town, region, country }: Place) {
  const land = region ?? country;
  return t(i18n)({
    message: `${town}, ${land}`,
    comment: "A town and its region or country",
  });
}

function describeSource(i18n: I18n, { source, accuracy }: Suggestion) {
  if (source === "town") return t(i18n)`from the town you typed`;
  if (source === "photo") return t(i18n)`from your photograph`;
  const isOfMap = source === "map";
  const about = describeAccuracy(i18n, accuracy);
  if (!about)
    return isOfMap ? t(i18n)`as you set it` : t(i18n)`from this device`;
  return isOfMap
    ? t(i18n)`as you set it, to about ${about}`
    : t(i18n)`from this device, to about ${about}`;
}

/** Below this, in metres, nobody asks how exact it is. */
const ACCURATE = 100;

function describeAccuracy(i18n: I18n, accuracy: number | null) {
  if (accuracy === null || accuracy <= ACCURATE) return undefined;
  if (accuracy < 1000) {
    const metres = Math.round(accuracy / 100) * 100;
    return t(i18n)`${metres} m`;
  }
  const kilometres = i18n.number(Math.round(accuracy / 1000));
  return t(i18n)`${kilometres} km`;
}

/** Metres. The town near a place that is less exact is a guess. */
const ACCURACY_MAX = 10_000;

/** Asks for the town near a place, which the site is told to a hundredth of a degree, about a kilometre. */
function useNearestTown(place: Suggestion | undefined): Place | undefined {
  const { answer, retry } = useApi(
    "GET /api/places",
    place && (place.accuracy ?? 0) <= ACCURACY_MAX
      ? {
          query: {
            near: `${place.latitude.toFixed(2)},${place.longitude.toFixed(2)}`,
          },
        }
      : undefined,
  );
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);

  return answer?.[0];
}
