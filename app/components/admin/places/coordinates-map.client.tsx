import { icon, type LeafletMouseEvent, type Marker as Pin } from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useMemo, useRef } from "react";
import {
  MapContainer,
  Marker,
  TileLayer,
  useMap,
  useMapEvents,
} from "react-leaflet";
import { pebblePicture } from "#app/components/rocks/pebbles.ts";

interface Spot {
  latitude: number;
  longitude: number;
}

interface Props {
  spot: Spot | undefined;
  /** What the map shows first. */
  near: Spot | null | undefined;
  tiles: { url: string; attribution: string };
  onChoose: (spot: Spot) => void;
}

/** A press puts the stone there, and the stone can be dragged. It runs in the browser only, because Leaflet needs a window. */
export default function CoordinatesMap({ spot, near, tiles, onChoose }: Props) {
  const pin = useRef<Pin>(null);
  const stone = useMemo(
    () =>
      icon({
        iconUrl: pebblePicture("plain"),
        iconSize: [44, 44],
        className: "pebble-pin",
      }),
    [],
  );
  const choose = ({ lat, lng }: { lat: number; lng: number }) =>
    // The map repeats the world to the east and west; coordinates don't.
    onChoose({
      latitude: lat,
      longitude: ((((lng + 180) % 360) + 360) % 360) - 180,
    });

  return (
    <MapContainer
      className="coordinates-map"
      center={near ? [near.latitude, near.longitude] : [20, 0]}
      zoom={near ? 10 : 1}
    >
      <TileLayer url={tiles.url} attribution={tiles.attribution} />
      <Presses onPress={({ latlng }) => choose(latlng)} />
      {spot && (
        <>
          <Marker
            ref={pin}
            position={[spot.latitude, spot.longitude]}
            icon={stone}
            alt="Where the find is"
            draggable
            eventHandlers={{ dragend: () => choose(pin.current!.getLatLng()) }}
          />
          <Follow spot={spot} />
        </>
      )}
    </MapContainer>
  );
}

function Presses({ onPress }: { onPress: (event: LeafletMouseEvent) => void }) {
  useMapEvents({ click: onPress });
  return null;
}

/** Brings a point that was typed or chosen elsewhere into view. */
function Follow({ spot: { latitude, longitude } }: { spot: Spot }) {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().contains([latitude, longitude]))
      map.setView([latitude, longitude], Math.max(map.getZoom(), 10), {
        animate: false,
      });
  }, [map, latitude, longitude]);
  return null;
}
