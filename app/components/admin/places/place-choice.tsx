import { useState, type ReactNode } from "react";
import type { Precision, Spot } from "#domain/core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import {
  describePrecision,
  describeSuggestion,
  formatSpot,
  formatTown,
} from "./describe-place.ts";
import { PlaceMap } from "./place-map.tsx";
import { PrecisionChoice } from "#app/components/fields/precision-choice.tsx";
import { useSuggestedTowns } from "./use-suggested-towns.ts";
import "./place-choice.css";

const TOWNS_MAX = 2;

/** Where a find is on the map: 'none' if it is to be nowhere, undefined if nobody has decided. */
export interface FindPlace {
  at: Spot | "none" | undefined;
  precision: Precision;
}

/** What is chosen at first: where the find is already, else where the finder says it was. */
export function getFirstPlace(find: AdminFind): FindPlace {
  const { precision, no_place, suggestion } = find;
  const now = getSpot(find);
  if (now || no_place) return { at: now ?? "none", precision };
  return suggestion
    ? { at: suggestion, precision: suggestion.precision }
    : { at: undefined, precision };
}

const getSpot = ({ latitude, longitude }: AdminFind) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** The body of a save that changes a find's place, and nothing else. */
export function placeChange({ at, precision }: FindPlace) {
  const isSpot = at !== undefined && at !== "none";
  return {
    latitude: isSpot ? at.latitude : null,
    longitude: isSpot ? at.longitude : null,
    precision,
    no_place: at === "none",
  };
}

/** The ways to say where a find was: as it is now, as the finder says, a town, a point on a map, or nowhere. */
export function PlaceChoice({
  find,
  place,
  onChange,
}: {
  find: AdminFind;
  place: FindPlace;
  onChange: (place: FindPlace) => void;
}) {
  const { suggestion } = find;
  const now = getSpot(find);
  const towns = useSuggestedTowns(find.location, find.rock_number).slice(
    0,
    TOWNS_MAX,
  );
  const [way, setWay] = useState(
    now ? "now" : find.no_place ? "none" : suggestion ? "finder" : undefined,
  );
  const { at, precision } = place;
  const spot = at === "none" ? undefined : at;

  const option = (
    key: string,
    words: ReactNode,
    at: FindPlace["at"],
    precision = place.precision,
  ) => (
    <label key={key} className="place-option">
      <input
        type="radio"
        name="place"
        value={key}
        checked={way === key}
        onChange={() => {
          setWay(key);
          onChange({ at, precision });
        }}
      />
      <span>{words}</span>
    </label>
  );

  return (
    <>
      <fieldset className="place-choice">
        <legend>Where it was</legend>
        {now &&
          option(
            "now",
            <>
              {formatSpot(now)} <small>as it is on the map</small>
            </>,
            now,
          )}
        {suggestion &&
          option(
            "finder",
            <>
              {formatSpot(suggestion)}{" "}
              <small>
                {describeSuggestion(suggestion, find)};{" "}
                {describePrecision(suggestion.precision)}
              </small>
            </>,
            suggestion,
            suggestion.precision,
          )}
        {towns.map((town, index) =>
          option(
            `town ${index}`,
            <>
              {formatTown(town)}{" "}
              <small>{town.reason ?? "from the location’s words"}</small>
            </>,
            town,
          ),
        )}
        {option(
          "map",
          <>
            A place on the map{" "}
            {way === "map" && (
              <small>
                {spot ? formatSpot(spot) : "press the map to choose it"}
              </small>
            )}
          </>,
          spot,
        )}
        {option(
          "none",
          <>
            No place <small>it stays off the map</small>
          </>,
          "none",
        )}
      </fieldset>
      {way === "map" && (
        <input type="hidden" name="spot" value={spot ? formatSpot(spot) : ""} />
      )}
      {(spot || way === "map") && (
        <PlaceMap
          find={find}
          spot={spot}
          precision={precision}
          near={towns[0]}
          onChoose={({ latitude, longitude }) => {
            setWay("map");
            onChange({
              at: {
                latitude: +latitude.toFixed(6),
                longitude: +longitude.toFixed(6),
              },
              precision,
            });
          }}
        />
      )}
      {spot && (
        <PrecisionChoice
          legend="Others see it"
          precision={precision}
          onChange={(precision) => onChange({ at, precision })}
        />
      )}
    </>
  );
}
