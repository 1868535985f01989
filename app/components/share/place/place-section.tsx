import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Spot } from "#domain/core/precision.ts";
import { useId, useRef, useState, type ReactNode } from "react";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";
import { formatPlace } from "#app/components/language/places.ts";
import type { FindDraft } from "#app/components/share/queue/use-find-draft.ts";
import {
  AlertIcon,
  HereIcon,
  PinIcon,
  SearchIcon,
} from "#app/components/ui/more-icons.tsx";
import { PrecisionChoice } from "#app/components/fields/precision-choice.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { withPrecision } from "./choose-precision.ts";
import { PlacePreview } from "./place-preview.tsx";
import { describeSource, describeTown } from "./place-words.ts";
import { PublicPicture } from "./public-picture.tsx";
import { TownSearch } from "./town-search.tsx";
import { useDevicePlace, type DeviceState } from "./use-device-place.ts";
import { useNearestTown } from "./use-nearest-town.ts";
import { isSameSpot, usePhotoPlaces } from "./use-photo-places.ts";
import "#app/styles/spot.css";
import "./place.css";

interface Props {
  draft: FindDraft;
  /** The picture of the rock's stone. */
  stone: string;
  tiles: { url: string; attribution: string };
  /** Fills in the location's text, if the visitor takes the proposed town. */
  onLocation: (text: string) => void;
}

const loadMap = () => import("./place-map.client.tsx");

/** Where it was, as a point: from a photograph, the device, the map or a town. All of it is optional. */
export function PlaceSection({ draft, stone, tiles, onLocation }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  const place = draft.place ?? undefined;
  const photos = usePhotoPlaces(draft);
  const device = useDevicePlace(choose);
  const [isSearching, setIsSearching] = useState(false);
  const [town, setTown] = useState<Place>();
  const [map, setMap] = useState<{ near?: Spot; hasFocus: boolean }>();
  const mapCode = useLoaded(map && loadMap);
  const hereButton = useRef<HTMLButtonElement>(null);
  const townButton = useRef<HTMLButtonElement>(null);

  const isTypedTown = place && town && isSameSpot(town, place);
  const nearest = useNearestTown(isTypedTown ? undefined : place);
  const named = isTypedTown ? town : nearest;
  const townName = named && describeTown(i18n, named);
  const photoIndex = place
    ? photos.places.findIndex((photo) => photo && isSameSpot(photo, place))
    : -1;

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
        <p className="where-proposal">
          <button type="button" onClick={() => onLocation(townName)}>
            <PinIcon />
            <Trans>Use ‘{townName}’</Trans>
          </button>
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
          tiles={tiles}
          near={map.near}
          hasFocus={map.hasFocus}
          onPlace={choose}
        />
      ) : (
        <PlacePreview
          place={place}
          stone={stone}
          words={describePreview(
            i18n,
            place,
            map !== undefined,
            mapCode.hasFailed,
          )}
          onOpen={(near) => setMap({ near, hasFocus: true })}
        />
      )}
      <div className="where-found row">
        <div role="status">
          {place && (
            <Found
              picture={
                place.source === "photo" && (
                  <Thumbnail url={draft.images[photoIndex]?.url} />
                )
              }
              source={place.source}
              name={
                !townName
                  ? formatPlace(i18n, place)
                  : isTypedTown
                    ? townName
                    : t(i18n)`Near ${townName}`
              }
              from={describeSource(i18n, place, {
                index: photoIndex,
                count: draft.images.length,
              })}
            />
          )}
          <Note
            device={device.state}
            place={draft.place}
            count={photos.isRead ? draft.images.length : 0}
          />
        </div>
        {place && (
          <button
            type="button"
            className="where-leave link-btn"
            onClick={leaveOut}
          >
            <Trans>Leave it out</Trans>
          </button>
        )}
      </div>
      <div className="where-ways">
        <button
          ref={hereButton}
          type="button"
          className="btn btn--quiet"
          aria-disabled={device.state === "looking"}
          onClick={() => device.state !== "looking" && device.ask()}
        >
          {device.state === "looking" ? <Spinner /> : <HereIcon />}
          {device.state === "looking" ? (
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
          picture={(precision) => (
            <PublicPicture {...{ place, precision, stone }} />
          )}
          onChange={(precision) => draft.setPlace({ ...place, precision })}
        />
      )}
    </div>
  );
}

function describePreview(
  i18n: I18n,
  place: Suggestion | undefined,
  isOpening: boolean,
  hasFailed: boolean,
) {
  if (isOpening)
    return hasFailed
      ? t(i18n)`The map needs a connection`
      : t(i18n)`Opening the map`;
  return place ? t(i18n)`Tap for the large map` : t(i18n)`Tap where it was`;
}

function Thumbnail({ url }: { url: string | undefined }) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  // Browsers can't show every format, for example HEIC.
  return url && !isUnreadable ? (
    <img
      src={url}
      alt=""
      width={44}
      height={44}
      onError={() => setIsUnreadable(true)}
    />
  ) : (
    <PinIcon />
  );
}

const MARKS = {
  photo: PinIcon,
  device: HereIcon,
  map: PinIcon,
  town: SearchIcon,
};

function Found({
  picture,
  source,
  name,
  from,
}: {
  picture: ReactNode;
  source: Suggestion["source"];
  name: string;
  from: string;
}) {
  const Mark = MARKS[source];
  return (
    <div className="where-got">
      <span className="where-mark frame">{picture || <Mark />}</span>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>{from}</small>
      </p>
    </div>
  );
}

/** Says what the last press has found, or why there is no place. Nothing if that is plain. */
function Note({
  device,
  place,
  count,
}: {
  device: DeviceState;
  place: Suggestion | null | undefined;
  /** Photographs that have been read. */
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
      <div className="where-note notice">
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
