import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { pinKey, type MapPin } from "#domain/finds/packed-pins.ts";
import { nameRock } from "#app/components/language/rocks.ts";
import type { PinList } from "#app/components/map/pins/pin-source.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { stonePicture } from "#app/components/ui/pebble.tsx";
import { PAGE_MAX } from "#core/limits.ts";
import { read } from "#app/components/api/send.ts";
import { formatPlace } from "#app/components/language/places.ts";
import { useLatestResult } from "./use-latest-result.ts";

/** Keeps the line while the name of the place is loading. */
const NO_PLACE = "\u00a0";

interface Props {
  list: PinList;
  /** As `pinKey` names it. */
  chosen?: string;
  onChoose: (pin: string) => void;
  onMore: () => void;
}

/** Lists the map's rocks as links, for keyboard users and for people who can't see the map. */
export function RockList({ list, chosen, onChoose, onMore }: Props) {
  const { t, i18n } = useLingui();
  const places = usePinPlaces(list.pins);
  return (
    <>
      <ul className="rock-links">
        {list.pins.map((pin) => (
          <li key={pinKey(pin)}>
            <a
              className="row plain"
              href={`/map?rock=${pinKey(pin)}`}
              aria-current={pinKey(pin) === chosen ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                onChoose(pinKey(pin));
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
                <b className="name">{nameRock(i18n, pin.rock_number)}</b>
                <span className="soft" dir="auto">
                  {places.get(pinKey(pin)) ?? NO_PLACE}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {list.total > list.pins.length && (
        <Button look="quiet" onClick={onMore}>{t`Show more`}</Button>
      )}
    </>
  );
}

/** Returns place names by `pinKey`. A name that is still loading is missing. After a failure the coordinates take its place. */
function usePinPlaces(pins: MapPin[]): ReadonlyMap<string, string> {
  const { i18n } = useLingui();
  const [places, setPlaces] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => {
    const wanted = pins
      .filter((pin) => !places.has(pinKey(pin)))
      .slice(0, PAGE_MAX);
    if (wanted.length === 0) return;
    const left = new AbortController();
    const query = { pins: wanted.map(pinKey).join(",") };
    void read(
      "GET /api/rock-posts/locations/places",
      { query },
      { signal: left.signal },
    )
      .catch((error: unknown) => {
        if (!left.signal.aborted)
          console.error(
            "Error loading /api/rock-posts/locations/places",
            error,
          );
        return [];
      })
      .then((found) => {
        if (left.signal.aborted) return;
        const names = new Map(found.map(({ pin, place }) => [pin, place]));
        setPlaces((known) => {
          const all = new Map(known);
          for (const pin of wanted)
            all.set(
              pinKey(pin),
              names.get(pinKey(pin)) || formatPlace(i18n, pin),
            );
          return all;
        });
      });
    return () => left.abort();
  }, [i18n, pins, places]);

  return places;
}

export const STEP = 60;

export interface RockGroup {
  count: number;
  list: (limit: number) => Promise<PinList>;
}

interface DialogProps {
  group: RockGroup | undefined;
  onChoose: (pin: string) => void;
  onClose: () => void;
}

export function ClusterDialog({ group, onChoose, onClose }: DialogProps) {
  const { t } = useLingui();
  const count = group?.count ?? 0;
  return (
    <Dialog
      open={group !== undefined}
      onClose={onClose}
      title={t`${plural(count, { one: "# rocks in this place", other: "# rocks in this place" })}`}
    >
      {group && <Rocks list={group.list} onChoose={onChoose} />}
    </Dialog>
  );
}

function Rocks({
  list,
  onChoose,
}: Pick<RockGroup, "list"> & Pick<DialogProps, "onChoose">) {
  const [limit, setLimit] = useState(STEP);
  const rocks = useLatestResult(list, limit);
  return (
    rocks && (
      <RockList
        list={rocks}
        onChoose={onChoose}
        onMore={() => setLimit(limit + STEP)}
      />
    )
  );
}
