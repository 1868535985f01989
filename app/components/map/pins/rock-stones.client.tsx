import { CRS, Icon, latLng, type LatLngTuple } from "leaflet";
import { memo, useCallback, useMemo, useState } from "react";
import {
  CircleMarker,
  Marker,
  Polyline,
  useMap,
  useMapEvent,
} from "react-leaflet";
import { pinKey, type MapPin } from "#domain/finds/packed-pins.ts";
import { stonePicture } from "#app/components/rocks/pebbles.ts";
import { onPress } from "#app/components/map/on-press.ts";
import { spreadStones } from "./spread-stones.ts";

/** Pixels across a stone: small while the whole world is in view. */
const sizeAt = (zoom: number) =>
  Math.min(Math.max(36 + (zoom - 2) * 4, 36), 52);
/** Stones overlap by this much at most, so that the middle of each lies bare. */
const GAP = 0.74;

interface Props {
  pins: MapPin[];
  onChoose: (rockNumber: number) => void;
  onStack: (pins: MapPin[]) => void;
}

interface LaidPin {
  pin: MapPin;
  at: LatLngTuple;
  /** Where it would lie, if there were room. */
  moved?: LatLngTuple;
  /** It and those that lie under the same stone. */
  stack: MapPin[];
  isUnder: boolean;
}

/** A stone for each rock, beside its neighbours. */
export function RockStones({ pins, onChoose, onStack }: Props) {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  // Always the same function: one that is put in anew misses what other components do to the map meanwhile.
  const readZoom = useCallback(() => setZoom(map.getZoom()), [map]);
  useMapEvent("zoomend", readZoom);
  const laid = useMemo(() => layPins(pins, zoom), [pins, zoom]);
  return (
    <>
      {laid.map(
        ({ pin, at, moved }) =>
          moved && <Stem key={pinKey(pin)} from={moved} to={at} />,
      )}
      {laid.map((stone) => (
        <StoneMarker
          key={pinKey(stone.pin)}
          {...stone}
          size={sizeAt(zoom)}
          onChoose={onChoose}
          onStack={onStack}
        />
      ))}
    </>
  );
}

function layPins(pins: MapPin[], zoom: number): LaidPin[] {
  const gap = sizeAt(zoom) * GAP;
  const places = pins.map(({ latitude, longitude }) =>
    CRS.EPSG3857.latLngToPoint(latLng(latitude, longitude), zoom),
  );
  const stones = spreadStones(places, gap, CRS.EPSG3857.scale(zoom));
  const stacks = new Map<number, MapPin[]>();
  for (const [index, { under }] of stones.entries())
    if (under !== undefined) {
      const stack = stacks.get(under) ?? [pins[under]!];
      stacks.set(under, [...stack, pins[index]!]);
    }
  return stones.map(({ x, y, under }, index) => {
    const pin = pins[index]!;
    const place: LatLngTuple = [pin.latitude, pin.longitude];
    const shift = Math.hypot(x - places[index]!.x, y - places[index]!.y);
    const { lat, lng } = CRS.EPSG3857.pointToLatLng(
      places[index]!.clone().add([x - places[index]!.x, y - places[index]!.y]),
      zoom,
    );
    return {
      pin,
      at: shift === 0 ? place : [lat, lng],
      moved: shift > gap / 2 && under === undefined ? place : undefined,
      stack: stacks.get(under ?? index) ?? [pin],
      isUnder: under !== undefined,
    };
  });
}

/** From a stone to where it was found. */
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

/** Its picture is loaded once the map comes near it. */
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
  stack,
  isUnder,
  size,
  onChoose,
  onStack,
}: LaidPin & { size: number } & Omit<Props, "pins">) {
  const { rock_number, picture } = pin;
  const stone = useMemo(
    () =>
      new LazyIcon({
        iconUrl: stonePicture(rock_number, picture),
        iconSize: [size, size],
        className: "pebble-pin",
      }),
    [rock_number, picture, size],
  );
  const choose = () => onChoose(rock_number);
  return (
    <Marker
      position={at}
      icon={stone}
      alt={`Rock ${rock_number}`}
      riseOnHover
      zIndexOffset={isUnder ? -1000 : 0}
      eventHandlers={onPress(
        stack.length > 1 ? () => onStack(stack) : choose,
        choose,
      )}
    />
  );
});
