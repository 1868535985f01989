import type { PinList } from "./pins/pin-source.ts";
import { pinKey } from "#domain/finds/packed-pins.ts";
import { Button } from "#app/components/ui/button.tsx";
import { stonePicture } from "../ui/pebbles.ts";
import { usePinPlaces } from "./pins/use-pin-places.ts";
import "./map-list.css";

interface Props {
  list: PinList;
  chosen: number | undefined;
  onChoose: (rockNumber: number) => void;
  onMore: () => void;
}

/** Lists the map's rocks as links, for keyboard users and for people who can't see the map. */
export function RockList({ list, chosen, onChoose, onMore }: Props) {
  const places = usePinPlaces(list.pins);
  return (
    <>
      <ul className="rock-links">
        {list.pins.map((pin) => (
          <li key={pinKey(pin)}>
            <a
              href={`/map?rock=${pin.rock_number}`}
              aria-current={pin.rock_number === chosen ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                onChoose(pin.rock_number);
              }}
            >
              <img
                src={stonePicture(pin.rock_number, pin.picture)}
                alt=""
                width={60}
                height={60}
                loading="lazy"
              />
              <span>
                <b>Rock {pin.rock_number}</b>
                <small dir="auto">
                  {pin.rock_number === 0 && "No number, "}
                  {places.get(pinKey(pin)) ?? "\u00a0"}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {list.total > list.pins.length && (
        <Button look="quiet" onClick={onMore}>
          Show more
        </Button>
      )}
    </>
  );
}
