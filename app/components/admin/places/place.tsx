import { useState } from "react";
import { messages } from "#core/messages.ts";
import type { Precision, Spot } from "#core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { RowDialog } from "#app/components/admin/ui/forms.tsx";
import { useApi } from "#app/components/api/use-api.ts";
import { Field } from "#app/components/fields/field.tsx";
import { PrecisionChoice } from "#app/components/fields/precision-choice.tsx";
import {
  describeSuggestion,
  formatPrecision,
} from "#app/components/language/english.ts";
import { useRouteOfRock } from "#app/components/rocks/journey/use-route-of-rock.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { usePause } from "#app/components/ui/use-pause.ts";
import type { MapProps } from "./coordinates-map.client.tsx";

const TOWNS_MAX = 4;

export function CoordinatesField({
  find,
  location,
  error,
  onChange,
  isPlacing = false,
}: {
  find: AdminFind;
  /** As typed. Towns of this name are suggested. */
  location: string;
  error?: string;
  /** Called when other coordinates are entered or chosen. */
  onChange: () => void;
  /** Begins with the finder's place if the find has none, and with the map open. */
  isPlacing?: boolean;
}) {
  const { latitude, longitude, suggestion } = find;
  const taken =
    isPlacing && latitude === null && !find.no_place ? suggestion : null;
  const [value, setValue] = useState(
    taken
      ? formatSpot(taken)
      : latitude === null
        ? ""
        : `${latitude}, ${longitude}`,
  );
  const [precision, setPrecision] = useState((taken ?? find).precision);
  const source =
    suggestion && describeSuggestion(suggestion, find.date.slice(0, 10));
  const spot = parseSpot(value);
  const [isMapOpen, setIsMapOpen] = useState(
    isPlacing || (spot === undefined && suggestion !== null),
  );
  const q = usePause(location.trim());
  const { answer: towns = [] } = useApi(
    "GET /api/places",
    q === "" ? undefined : { query: { q, rock: String(find.rock_number) } },
  );
  const isUnread =
    !spot && value.trim() !== "" && splitCoordinates(value)?.latitude === null;
  function change(text: string) {
    setValue(text);
    onChange();
  }
  const take = (spot: Spot) => change(formatSpot(spot));

  return (
    <div className="stack tight">
      <Field
        label="Coordinates"
        name="coordinates"
        placeholder="lat, lon"
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
      />
      {isUnread && (
        <p className="field-hint" role="status">
          These are not a latitude and a longitude with a comma between them.
          Saved like this, the find is not on the map.
        </p>
      )}
      <ul
        className="coordinates-hints wrap tight"
        aria-label="Suggested places"
      >
        {suggestion && (
          <li className="finders-place small row ends full">
            <p>
              <span>{formatSpot(suggestion)}</span>
              <small>{`${source}; ${describePrecision(suggestion.precision)}`}</small>
            </p>
            <Button
              look="quiet"
              of={`${formatSpot(suggestion)} ${source}`}
              onClick={() => {
                take(suggestion);
                setPrecision(suggestion.precision);
              }}
            >
              Use it
            </Button>
          </li>
        )}
        {towns.slice(0, TOWNS_MAX).map((town) => (
          <li key={`${formatTown(town)} ${formatSpot(town)}`}>
            <Button look="mini" onClick={() => take(town)}>
              <span>{formatTown(town)}</span>
              <small>{`from the location, by the list of towns${town.reason ? `, ${town.reason}` : ""}`}</small>
            </Button>
          </li>
        ))}
        <li>
          <Button
            look="mini"
            aria-expanded={isMapOpen}
            onClick={() => setIsMapOpen(!isMapOpen)}
          >
            {isMapOpen ? "Close the map" : "Choose on a map"}
          </Button>
        </li>
      </ul>
      {isMapOpen && (
        <PlaceMap
          find={find}
          spot={spot}
          precision={precision}
          near={towns[0]}
          onChoose={take}
        />
      )}
      <PrecisionChoice
        legend="Others see it"
        precision={precision}
        onChange={setPrecision}
      />
    </div>
  );
}

export const readPlace = (fields: FormData) => ({
  coordinates: String(fields.get("coordinates")),
  precision: Number(fields.get("precision")) as Precision,
});

function parseSpot(text: string): Spot | undefined {
  const split = splitCoordinates(text);
  return split?.latitude != null &&
    Math.abs(split.latitude) <= 90 &&
    Math.abs(split.longitude) <= 180
    ? split
    : undefined;
}

const loadMap = () => import("./coordinates-map.client.tsx");

function PlaceMap({
  find,
  ...props
}: { find: AdminFind } & Pick<
  MapProps,
  "spot" | "precision" | "near" | "onChoose"
>) {
  const map = useLoaded(loadMap).part;
  // Rock 0 is many rocks.
  const route = useRouteOfRock(find.rock_number || undefined);
  const lastStop = route?.stops.findLast(({ uuid }) => uuid !== find.uuid);
  return (
    <figure className="stack tight">
      <div className="coordinates-map map-frame">
        {map ? (
          <map.default
            // Starts anew once there is something to show first.
            key={String(Boolean(find.suggestion ?? props.near))}
            {...props}
            suggestion={find.suggestion}
            lastStop={lastStop}
          />
        ) : (
          <p>Loading...</p>
        )}
      </div>
      {(props.spot ?? find.suggestion) && props.precision > 0 && (
        <figcaption className="soft">
          The dot is where it was, the circle what others see.
        </figcaption>
      )}
    </figure>
  );
}

/** Closes when somebody else's change is to be seen: what is below it shows that. */
export function PlaceDialog({
  find,
  onClose,
}: {
  find: AdminFind;
  onClose: () => void;
}) {
  const [hasNone, setHasNone] = useState(find.no_place);
  const [wrong, setWrong] = useState<string>();
  const save = useSave(find);

  async function submit(fields: FormData, force: boolean) {
    const { coordinates, precision } = readPlace(fields);
    const spot = hasNone
      ? { latitude: null, longitude: null }
      : splitCoordinates(coordinates);
    if (!spot) return setWrong(messages.coordinates);
    if (!hasNone && spot.latitude === null)
      return setWrong("Choose a place, or No place.");
    const saved = await save.call(
      "PUT /api/journey-admin/:rpsKey",
      {
        params: { rpsKey: find.rps_key },
        body: { ...spot, precision, no_place: hasNone },
      },
      { force, toast: () => "Saved." },
    );
    if (saved.ok) onClose();
  }

  return (
    <RowDialog
      title={`Place of rock ${find.rock_number}`}
      what="post"
      save={save}
      onSubmit={submit}
      onSeeTheirs={onClose}
      onClose={onClose}
    >
      <p>{find.location}</p>
      <CoordinatesField
        find={find}
        onChange={() => {
          setHasNone(false);
          setWrong(undefined);
        }}
        location={find.location}
        error={wrong}
        isPlacing
      />
      <label className="check row">
        <input
          type="checkbox"
          name="no_place"
          checked={hasNone}
          onChange={() => {
            setHasNone(!hasNone);
            setWrong(undefined);
          }}
        />
        No place: it stays off the map
      </label>
    </RowDialog>
  );
}

/** Six decimals are about 10 cm: more would only look exact. */
const formatSpot = ({ latitude, longitude }: Spot) =>
  `${+latitude.toFixed(6)}, ${+longitude.toFixed(6)}`;

const formatTown = ({ name, region, country }: Place) =>
  [name, region, country].filter(Boolean).join(", ");

export const describePrecision = (precision: Precision) =>
  precision === 0
    ? "others see it exactly"
    : `others see ${formatPrecision(precision)}`;
