import { lazy, Suspense, useState, type ReactNode } from "react";
import type { AdminFind } from "#domain/finds/answers.ts";
import {
  describeSource,
  formatSpot,
  formatTown,
  type Spot,
} from "./coordinates-field.tsx";
import { useAdminTiles } from "./use-admin-tiles.ts";
import { useSuggestedTowns } from "./use-suggested-towns.ts";
import "./place-choice.css";

const CoordinatesMap = lazy(() => import("./coordinates-map.client.tsx"));

const TOWNS_MAX = 2;

/** Where a find is on the map: 'none' if it is to be nowhere, undefined if nobody has decided. */
export type FindPlace = Spot | "none" | undefined;

/** What is chosen at first: where the find is already, else where the finder says it was. */
export const getFirstPlace = (find: AdminFind): FindPlace =>
  getSpot(find) ?? (find.no_place ? "none" : (find.suggestion ?? undefined));

const getSpot = ({ latitude, longitude }: AdminFind) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** The body of a save that changes a find's place, and whether it is shown, and nothing else. */
export function withPlace(find: AdminFind, place: FindPlace, show = find.show) {
  const { rock_number, location, date, comment, name, email } = find;
  const isSpot = place !== undefined && place !== "none";
  return {
    ...{ rock_number, location, date, comment, name, email, show },
    latitude: isSpot ? place.latitude : null,
    longitude: isSpot ? place.longitude : null,
    no_place: place === "none",
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
  const tiles = useAdminTiles();
  const [way, setWay] = useState(
    now ? "now" : find.no_place ? "none" : suggestion ? "finder" : undefined,
  );
  const spot = place === "none" ? undefined : place;

  const option = (key: string, value: FindPlace, words: ReactNode) => (
    <label key={key} className="place-option">
      <input
        type="radio"
        name="place"
        value={key}
        checked={way === key}
        onChange={() => {
          setWay(key);
          onChange(value);
        }}
      />
      <span>{words}</span>
    </label>
  );

  return (
    <fieldset className="place-choice">
      <legend>Where it was</legend>
      {now &&
        option(
          "now",
          now,
          <>
            {formatSpot(now)} <small>as it is on the map</small>
          </>,
        )}
      {suggestion &&
        option(
          "finder",
          suggestion,
          <>
            {formatSpot(suggestion)} <small>{describeSource(suggestion)}</small>
          </>,
        )}
      {towns.map((town, index) =>
        option(
          `town ${index}`,
          town,
          <>
            {formatTown(town)}{" "}
            <small>{town.reason ?? "from the location’s words"}</small>
          </>,
        ),
      )}
      {option(
        "map",
        spot,
        <>
          A place on the map{" "}
          {way === "map" && (
            <small>{spot ? formatSpot(spot) : "press where it was"}</small>
          )}
        </>,
      )}
      {way === "map" && tiles && (
        <>
          <input
            type="hidden"
            name="spot"
            value={spot ? formatSpot(spot) : ""}
          />
          <Suspense fallback={<p className="place-map">Loading...</p>}>
            <div className="place-map">
              <CoordinatesMap
                // Starts anew once there is something to show first.
                key={String(Boolean(suggestion ?? towns[0]))}
                spot={spot}
                near={spot ?? suggestion ?? towns[0]}
                tiles={tiles}
                onChoose={({ latitude, longitude }) =>
                  onChange({
                    latitude: +latitude.toFixed(6),
                    longitude: +longitude.toFixed(6),
                  })
                }
              />
            </div>
          </Suspense>
        </>
      )}
      {option(
        "none",
        "none",
        <>
          No place <small>it stays off the map</small>
        </>,
      )}
    </fieldset>
  );
}
