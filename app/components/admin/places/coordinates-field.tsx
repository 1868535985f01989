import { useState } from "react";
import type { Precision, Spot } from "#core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import { Field } from "#app/components/fields/field.tsx";
import {
  describePrecision,
  describeSuggestion,
  formatSpot,
  formatTown,
} from "./describe-place.ts";
import { PrecisionChoice } from "#app/components/fields/precision-choice.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useRouteOfRock } from "#app/components/rocks/journey/use-route-of-rock.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { useApi } from "#app/components/api/use-api.ts";
import { usePause } from "#app/components/ui/use-pause.ts";
import "#app/components/admin/finds/finds.css";

/** A find's coordinates, typed, taken from a suggestion, or chosen on the map, and how exactly others see them. */
export function CoordinatesField({
  find,
  value,
  onChange,
  precision,
  onPrecision,
  location,
  error,
  opensMap,
}: {
  find: AdminFind;
  value: string;
  onChange: (value: string) => void;
  precision: Precision;
  onPrecision: (precision: Precision) => void;
  /** As typed. Towns of this name are suggested. */
  location: string;
  error?: string;
  /** Whether the map is open at first. Otherwise only that of a find which isn't on the map and has a suggestion is. */
  opensMap?: boolean;
}) {
  const { suggestion } = find;
  const spot = parseSpot(value);
  const [isMapOpen, setIsMapOpen] = useState(
    opensMap ?? (spot === undefined && suggestion !== null),
  );
  const towns = useSuggestedTowns(location, find.rock_number);
  const isUnread = !spot && value.trim() !== "" && isNoPlace(value);
  const take = (spot: Spot) => onChange(formatSpot(spot));

  return (
    <div className="field--full coordinates stack">
      <Field
        label="Coordinates"
        name="coordinates"
        placeholder="lat, lon"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      {isUnread && (
        <p className="field-hint" role="status">
          These are not a latitude and a longitude with a comma between them.
          Saved like this, the find is not on the map.
        </p>
      )}
      <ul className="coordinates-hints wrap" aria-label="Suggested places">
        {suggestion && (
          <li className="finders-place row">
            <p>
              <span>{formatSpot(suggestion)}</span>
              <small>{`${describeSuggestion(suggestion, find)}; ${describePrecision(suggestion.precision)}`}</small>
            </p>
            <Button
              look="quiet"
              onClick={() => {
                take(suggestion);
                onPrecision(suggestion.precision);
              }}
            >
              Use it
              <span className="sr">{`: ${formatSpot(suggestion)} ${describeSuggestion(suggestion, find)}`}</span>
            </Button>
          </li>
        )}
        {towns.map((town) => (
          <li key={`${formatTown(town)} ${formatSpot(town)}`}>
            <Button look="mini" onClick={() => take(town)}>
              <span>{formatTown(town)}</span>
              <small>{`from the location, by the list of towns${town.reason && `, ${town.reason}`}`}</small>
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
        onChange={onPrecision}
      />
    </div>
  );
}

/** The point that a text gives; undefined if it gives none. */
function parseSpot(text: string): Spot | undefined {
  const split = splitCoordinates(text);
  return split?.latitude != null &&
    Math.abs(split.latitude) <= 90 &&
    Math.abs(split.longitude) <= 180
    ? split
    : undefined;
}

const isNoPlace = (text: string) => splitCoordinates(text)?.latitude === null;

const loadMap = () => import("./coordinates-map.client.tsx");

interface Props {
  find: AdminFind;
  spot: Spot | undefined;
  precision: Precision;
  /** The map's first centre, without a spot or a suggestion. */
  near: Spot | undefined;
  onChoose: (spot: Spot) => void;
}

/**
 * The map on which a find's place is chosen: where it was, what others see, where the finder says it was, and
 * where the rock was last.
 */
function PlaceMap({ find, spot, precision, near, onChoose }: Props) {
  const map = useLoaded(loadMap).part;
  // Rock 0 is many rocks.
  const route = useRouteOfRock(find.rock_number || undefined);
  const lastStop = route?.stops.findLast(({ uuid }) => uuid !== find.uuid);
  return (
    <figure className="place-map stack">
      <div className="coordinates-map map-frame">
        {map ? (
          <map.default
            // Starts anew once there is something to show first.
            key={String(Boolean(find.suggestion ?? near))}
            spot={spot}
            precision={precision}
            suggestion={find.suggestion}
            lastStop={lastStop}
            near={near}
            onChoose={onChoose}
          />
        ) : (
          <p>Loading...</p>
        )}
      </div>
      {(spot ?? find.suggestion) && precision > 0 && (
        <figcaption>
          The dot is where it was, the circle what others see.
        </figcaption>
      )}
    </figure>
  );
}

const TOWNS_MAX = 4;

/** Towns that a find's location may mean, asked for once the typing has paused; none if that fails. */
function useSuggestedTowns(location: string, rockNumber: number) {
  const q = usePause(location.trim());
  const { answer = [] } = useApi(
    "GET /api/places",
    q === "" ? undefined : { query: { q, rock: String(rockNumber) } },
  );
  return answer.slice(0, TOWNS_MAX);
}
