import type { PinList } from "./pin-source.ts";
import { pebbleOf } from "../rocks/pebbles.ts";
import { formatPlace } from "./format-place.ts";
import { keyOf } from "./pin-key.ts";

interface Props {
  list: PinList;
  chosen: number | undefined;
  onChoose: (rockNumber: number) => void;
  onMore: () => void;
}

/** Rocks of the map as links: for the keyboard, and for those who can't see a map. */
export function RockList({ list, chosen, onChoose, onMore }: Props) {
  return (
    <>
      <ul className="rock-links">
        {list.pins.map((pin, index) => (
          <li key={keyOf(pin, index)}>
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
      {list.total > list.pins.length && (
        <button type="button" className="btn btn--quiet" onClick={onMore}>
          Show more
        </button>
      )}
    </>
  );
}
