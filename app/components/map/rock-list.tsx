import { Trans, useLingui } from "@lingui/react/macro";
import { pinKey } from "#domain/finds/packed-pins.ts";
import { nameRock } from "#app/components/language/rocks.ts";
import type { PinList } from "./pins/pin-source.ts";
import { Button } from "#app/components/ui/button.tsx";
import { stonePicture } from "../ui/pebbles.ts";
import { usePinPlaces } from "./pins/use-pin-places.ts";
import "./map-list.css";

/** Keeps the line while the name of the place is loading. */
const NO_PLACE = "\u00a0";

interface Props {
  list: PinList;
  chosen: number | undefined;
  onChoose: (rockNumber: number) => void;
  onMore: () => void;
}

/** Lists the map's rocks as links, for keyboard users and for people who can't see the map. */
export function RockList({ list, chosen, onChoose, onMore }: Props) {
  const { i18n } = useLingui();
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
                <b>{nameRock(i18n, pin.rock_number)}</b>
                <small dir="auto">{places.get(pinKey(pin)) ?? NO_PLACE}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {list.total > list.pins.length && (
        <Button look="quiet" onClick={onMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
