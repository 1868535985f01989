import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, type FormEvent } from "react";
import type { Place } from "#domain/places/answers.ts";
import { describeRegion } from "../language/places.ts";
import { usePlaces } from "./use-places.ts";

interface Props {
  text: string;
  onText: (text: string) => void;
  onPlace: (place: Place) => void;
  /** @param pin the rock's number */
  onRock: (pin: string) => void;
}

const TEXT_MAX = 100;

/** Returns the digits of a search for a rock number, or an empty text for any other search. */
export const readRockNumber = (text: string) =>
  /^\s*(\d{1,6})\s*$/.exec(text)?.[1] ?? "";

export function MapSearch({ text, onText, onPlace, onRock }: Props) {
  const { t, i18n } = useLingui();
  const id = useId();
  const number = readRockNumber(text);
  const townQuery = number === "" ? text.trim() : "";
  const search = usePlaces(townQuery);
  const count = search?.places?.length;
  const result =
    count === undefined
      ? t`Places can’t be searched at the moment.`
      : count === 0
        ? t`No town of that name was found.`
        : t`${plural(count, { one: "# town found. Choose one to go there.", other: "# towns found. Choose one to go there." })}`;

  function submit(event: FormEvent) {
    event.preventDefault();
    // The list has the rocks without a number.
    if (number !== "") {
      if (Number(number) > 0) onRock(String(Number(number)));
    } else if (search?.places?.[0]) onPlace(search.places[0]);
  }

  return (
    <form className="map-search stack tight" role="search" onSubmit={submit}>
      <label className="small" htmlFor={id}>
        <b>{t`Find a place or a rock number`}</b>
      </label>
      <input
        id={id}
        className="control"
        type="search"
        dir="auto"
        value={text}
        maxLength={TEXT_MAX}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onText(event.target.value)}
      />
      <p role="status" className="soft">
        {townQuery !== "" && search && result}
      </p>
      {townQuery !== "" && search?.places && (
        <ul className="map-places">
          {search.places.map((place) => (
            <li key={`${place.latitude},${place.longitude}`}>
              <button
                type="button"
                className="full"
                onClick={() => onPlace(place)}
              >
                <b>
                  <bdi>{place.name}</bdi>
                </b>
                <small>
                  <bdi>{describeRegion(i18n, place)}</bdi>
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
