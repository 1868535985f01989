import { useState } from "react";
import type { RockPin } from "#domain/schemas.ts";
import { pebbleOf } from "../rocks/pebbles.ts";
import { formatPlace } from "./format-place.ts";

const STEP = 60;

interface Props {
  pins: RockPin[];
  chosen: number | undefined;
  onChoose: (rockNumber: number) => void;
}

/** The rocks of the map as links: for the keyboard, and for those who can't see a map. */
export function RockList({ pins, chosen, onChoose }: Props) {
  const [limit, setLimit] = useState(STEP);
  return (
    <>
      <ul>
        {pins.slice(0, limit).map((pin) => (
          <li key={pin.rps_key}>
            <a
              href={`/map?rock=${pin.rock_number}`}
              aria-current={pin.rock_number === chosen ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                onChoose(pin.rock_number);
              }}
            >
              <img
                src={pebbleOf(pin.rock_number)}
                alt=""
                width={60}
                height={60}
                loading="lazy"
              />
              <span>
                <b>Rock {pin.rock_number}</b>
                <small>
                  {pin.rock_number === 0 && "No number, "}
                  {formatPlace(pin)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {pins.length > limit && (
        <button
          type="button"
          className="btn btn--quiet"
          onClick={() => setLimit(limit + STEP)}
        >
          Show more
        </button>
      )}
    </>
  );
}
