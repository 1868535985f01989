import { lazy, Suspense, useState } from "react";
import { splitCoordinates, type Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";
import { Field } from "#app/components/admin/ui/field.tsx";
import { useAdminTiles } from "./use-admin-tiles.ts";
import { usePlaces } from "./use-places.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import "./coordinates.css";

const CoordinatesMap = lazy(() => import("./coordinates-map.client.tsx"));

const sources = {
  device: "the finder’s phone",
  photo: "the finder’s photograph",
  map: "the finder’s own pin",
} as const;

export interface Spot {
  latitude: number;
  longitude: number;
}

/** Some five decimals are a metre: more would only look exact. */
export const asText = ({ latitude, longitude }: Spot) =>
  `${+latitude.toFixed(6)}, ${+longitude.toFixed(6)}`;

export const nameOf = ({ name, region, country }: Place) =>
  [name, region, country].filter(Boolean).join(", ");

/** 'from the finder’s phone, to 12 m' */
export const describeSource = ({ source, accuracy }: Suggestion) =>
  `from ${sources[source]}${accuracy === null ? "" : `, to ${formatCount(Math.round(accuracy))} m`}`;

/** Where a find is: as typed, by a press on what is suggested, or on the map. */
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
  /** Where the finder says it was. */
  suggestion: Suggestion | null;
  rockNumber: number;
  /** As typed; towns of this name are suggested. */
  location: string;
  error?: string;
}) {
  const [isMapOpen, setIsMapOpen] = useState(false);
  const places = usePlaces(location, rockNumber);
  const tiles = useAdminTiles();
  const spot = spotOf(value);
  const isUnread = !spot && value.trim() !== "" && isNoPlace(value);
  const take = (taken: Spot) => onChange(asText(taken));

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
              {asText(suggestion)}
              <small>{describeSource(suggestion)}</small>
            </button>
          </li>
        )}
        {places.map((place) => (
          <li key={`${nameOf(place)} ${asText(place)}`}>
            <button type="button" className="mini" onClick={() => take(place)}>
              {nameOf(place)}
              <small>
                from the location, by the list of towns
                {place.reason && `, ${place.reason}`}
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
            near={spot ?? suggestion ?? places[0]}
            tiles={tiles}
            onChoose={take}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The place that a text names; undefined where it names none. */
function spotOf(text: string): Spot | undefined {
  const split = splitCoordinates(text);
  return split?.latitude != null &&
    Math.abs(split.latitude) <= 90 &&
    Math.abs(split.longitude) <= 180
    ? split
    : undefined;
}

const isNoPlace = (text: string) => splitCoordinates(text)?.latitude === null;
