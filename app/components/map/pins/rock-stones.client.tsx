import { useLingui } from "@lingui/react/macro";
import { CRS, Icon, latLng, point, type LatLngTuple } from "leaflet";
import { memo, useLayoutEffect, useMemo } from "react";
import { CircleMarker, Marker, Polyline, useMap } from "react-leaflet";
import { pinKey, type MapPin } from "#domain/finds/packed-pins.ts";
import { nameRock } from "#app/components/language/rocks.ts";
import { stonePicture } from "#app/components/ui/pebble.tsx";
import { onPress, useZoom } from "../world-map.client.tsx";
import { spreadStones } from "./spread-stones.ts";

/** Pixels across. Stones are small while the whole world is in view. */
const stoneSize = (zoom: number) =>
  Math.min(Math.max(36 + (zoom - 2) * 4, 36), 52);
/** Least distance between two stones, in stone widths. The middle of each stone stays uncovered. */
const GAP = 0.74;

interface Props {
  pins: MapPin[];
  /** @param pin as `pinKey` names it */
  onChoose: (pin: string) => void;
  onOpenGroup: (pins: MapPin[]) => void;
}

interface PlacedPin {
  pin: MapPin;
  at: LatLngTuple;
  movedFrom?: LatLngTuple;
  /** All pins of this spot: those of the stone on top and of the stones under it. */
  group: MapPin[];
  isCovered: boolean;
}

export function RockStones({ pins, onChoose, onOpenGroup }: Props) {
  const map = useMap();
  const zoom = useZoom();
  const placed = useMemo(() => placePins(pins, zoom), [pins, zoom]);
  // By a style, because other icons would be other elements.
  useLayoutEffect(() => {
    map
      .getPanes()
      .markerPane.style.setProperty("--stone", `${stoneSize(zoom)}px`);
  }, [map, zoom]);
  return (
    <>
      {placed.map(
        ({ pin, at, movedFrom }) =>
          movedFrom && <Stem key={pinKey(pin)} from={movedFrom} to={at} />,
      )}
      {placed.map((stone) => (
        <StoneMarker
          key={pinKey(stone.pin)}
          {...stone}
          onChoose={onChoose}
          onOpenGroup={onOpenGroup}
        />
      ))}
    </>
  );
}

function placePins(pins: MapPin[], zoom: number): PlacedPin[] {
  const gap = stoneSize(zoom) * GAP;
  const places = pins.map(({ latitude, longitude }) =>
    CRS.EPSG3857.latLngToPoint(latLng(latitude, longitude), zoom),
  );
  const stones = spreadStones(places, gap, CRS.EPSG3857.scale(zoom));
  const groups = new Map<number, MapPin[]>();
  for (const [index, { under }] of stones.entries())
    if (under !== undefined) {
      const group = groups.get(under) ?? [pins[under]!];
      groups.set(under, [...group, pins[index]!]);
    }
  return stones.map(({ x, y, under }, index) => {
    const pin = pins[index]!;
    const place: LatLngTuple = [pin.latitude, pin.longitude];
    const shift = places[index]!.distanceTo([x, y]);
    const { lat, lng } = CRS.EPSG3857.pointToLatLng(point(x, y), zoom);
    return {
      pin,
      at: shift === 0 ? place : [lat, lng],
      movedFrom: shift > gap / 2 && under === undefined ? place : undefined,
      group: groups.get(under ?? index) ?? [pin],
      isCovered: under !== undefined,
    };
  });
}

const Stem = ({ from, to }: { from: LatLngTuple; to: LatLngTuple }) => (
  <>
    <Polyline positions={[from, to]} interactive={false} className="pin-stem" />
    <CircleMarker
      center={from}
      radius={2.5}
      interactive={false}
      className="pin-foot"
    />
  </>
);

class LazyIcon extends Icon {
  createIcon(before?: HTMLElement) {
    const image = before instanceof HTMLImageElement ? before : new Image();
    image.loading = "lazy";
    return super.createIcon(image);
  }
}

const StoneMarker = memo(function StoneMarker({
  pin,
  at,
  group,
  isCovered,
  onChoose,
  onOpenGroup,
}: PlacedPin & Omit<Props, "pins">) {
  const { i18n } = useLingui();
  const { rock_number: rockNumber, picture } = pin;
  const stone = useMemo(
    () =>
      new LazyIcon({
        iconUrl: stonePicture(rockNumber, picture),
        className: "pebble-pin",
      }),
    [rockNumber, picture],
  );
  const choose = () => onChoose(pinKey(pin));
  return (
    <Marker
      position={at}
      icon={stone}
      alt={nameRock(i18n, rockNumber)}
      riseOnHover
      autoPanOnFocus={false}
      zIndexOffset={isCovered ? -1000 : 0}
      eventHandlers={onPress(
        group.length > 1 ? () => onOpenGroup(group) : choose,
        choose,
      )}
    />
  );
});
