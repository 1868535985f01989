import { lazy, Suspense, useState } from "react";
import { splitCoordinates, type Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";
import { Field } from "#app/components/admin/ui/field.tsx";
import { useAdminTiles } from "./use-admin-tiles.ts";
import { useSuggestedTowns } from "./use-suggested-towns.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import "./coordinates.css";

const CoordinatesMap = lazy(() => import("./coordinates-map.client.tsx"));

const sources = {
  device: "the finder’s phone",
  photo: "the finder’s photograph",
  map: "the finder’s own pin",
  town: "the town the finder named",
} as const;

/** A point on the map, in degrees. */
export interface Spot {
  latitude: number;
  longitude: number;
}

/** Five decimals are about a metre: more would only look exact. */
export const formatSpot = ({ latitude, longitude }: Spot) =>
  `${+latitude.toFixed(6)}, ${+longitude.toFixed(6)}`;

export const formatTown = ({ name, region, country }: Place) =>
  [name, region, country].filter(Boolean).join(", ");

/** 'from the finder’s phone, to 12 m' */
export const describeSource = ({ source, accuracy }: Suggestion) =>
  `from ${sources[source]}${accuracy === null ? "" : `, to ${formatCount(Math.round(accuracy))} m`}`;

/** A find's coordinates: typed, taken from a suggestion, or chosen on the map. */
export function CoordinatesField({
  value,
  onChange,
  suggestion,
  rockNumber,
  location,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  /** Where the finder says the rock was. */
  suggestion: Suggestion | null;
  rockNumber: number;
  /** As typed. Towns of this name are suggested. */
  location: string;
  error?: string;
}) {
  const [isMapOpen, setIsMapOpen] = useState(false);
  const towns = useSuggestedTowns(location, rockNumber);
  const tiles = useAdminTiles();
  const spot = parseSpot(value);
  const isUnread = !spot && value.trim() !== "" && isNoPlace(value);
  const take = (spot: Spot) => onChange(formatSpot(spot));

  return (
    <div className="field--full coordinates">
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
      <ul className="coordinates-hints" aria-label="Suggested places">
        {suggestion && (
          <li>
            <button
              type="button"
              className="mini"
              onClick={() => take(suggestion)}
            >
              {formatSpot(suggestion)}
              <small>{describeSource(suggestion)}</small>
            </button>
          </li>
        )}
        {towns.map((town) => (
          <li key={`${formatTown(town)} ${formatSpot(town)}`}>
            <button type="button" className="mini" onClick={() => take(town)}>
              {formatTown(town)}
              <small>
                from the location, by the list of towns
                {town.reason && `, ${town.reason}`}
              </small>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="mini"
            aria-expanded={isMapOpen}
            onClick={() => setIsMapOpen(!isMapOpen)}
          >
            {isMapOpen ? "Close the map" : "Choose on a map"}
          </button>
        </li>
      </ul>
      {isMapOpen && tiles && (
        <Suspense fallback={<p className="coordinates-map">Loading...</p>}>
          <CoordinatesMap
            spot={spot}
            near={spot ?? suggestion ?? towns[0]}
            tiles={tiles}
            onChoose={take}
          />
        </Suspense>
      )}
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
