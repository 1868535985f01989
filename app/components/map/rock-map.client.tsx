import { icon, type LatLngBoundsExpression } from "leaflet";
import "leaflet/dist/leaflet.css";
import { memo, useMemo } from "react";
import { MapContainer, Marker, TileLayer, ZoomControl } from "react-leaflet";
import type { RockPin } from "#domain/schemas.ts";
import { pebbleOf } from "../rocks/pebbles.ts";

interface Props {
  pins: RockPin[];
  tiles: { url: string; attribution: string };
  onChoose: (rockNumber: number) => void;
}

const WORLD: LatLngBoundsExpression = [
  [-90, -180],
  [90, 180],
];

/** The world, and a painted stone where each rock was last seen. For the browser alone: Leaflet needs a window. */
export default function RockMap({ pins, tiles, onChoose }: Props) {
  return (
    <MapContainer
      className="world"
      center={[20, 0]}
      zoom={2}
      maxBounds={WORLD}
      maxBoundsViscosity={1}
      zoomControl={false}
    >
      <TileLayer
        url={tiles.url}
        attribution={tiles.attribution}
        bounds={WORLD}
        noWrap
      />
      <ZoomControl position="topright" />
      {pins.map((pin) => (
        <RockMarker key={pin.rps_key} pin={pin} onChoose={onChoose} />
      ))}
    </MapContainer>
  );
}

const RockMarker = memo(function RockMarker({
  pin,
  onChoose,
}: {
  pin: RockPin;
  onChoose: Props["onChoose"];
}) {
  const stone = useMemo(
    () =>
      icon({
        iconUrl: pebbleOf(pin.rock_number),
        iconSize: [52, 52],
        className: "pebble-pin",
      }),
    [pin.rock_number],
  );
  return (
    <Marker
      position={[pin.latitude, pin.longitude]}
      icon={stone}
      alt={`Rock ${pin.rock_number}`}
      eventHandlers={{
        click: () => onChoose(pin.rock_number),
        keydown: ({ originalEvent }) => {
          if (![" ", "Enter"].includes(originalEvent.key)) return;
          originalEvent.preventDefault();
          onChoose(pin.rock_number);
        },
      }}
    />
  );
});
