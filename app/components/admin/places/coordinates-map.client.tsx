import {
  icon,
  latLng,
  type LatLngTuple,
  type LeafletMouseEvent,
  type Marker as Pin,
} from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useMemo, useRef } from "react";
import {
  Circle,
  CircleMarker,
  MapContainer,
  Marker,
  TileLayer,
  Tooltip,
  useMap,
  useMapEvents,
} from "react-leaflet";
import { snap, type Precision } from "#domain/core/precision.ts";
import type { JourneyStop } from "#domain/finds/answers.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import dot from "#app/assets/spot.svg?url";

interface Spot {
  latitude: number;
  longitude: number;
}

interface Props {
  spot: Spot | undefined;
  precision: Precision;
  /** Where the finder says it was. */
  suggestion: Suggestion | null;
  /** Where the rock was before. */
  lastStop: JourneyStop | undefined;
  /** What the map shows first if there is neither. */
  near: Spot | undefined;
  tiles: { url: string; attribution: string };
  onChoose: (spot: Spot) => void;
}

/** Metres around a spot that the map shows at least. */
const AROUND_MIN = 1000;

const placeOf = ({ latitude, longitude }: Spot): LatLngTuple => [
  latitude,
  longitude,
];

/** What has to be in view of a spot: all that others see of it. */
const boundsAround = (spot: Spot, precision: Precision) =>
  latLng(placeOf(snap(spot, precision))).toBounds(
    2.4 * Math.max(precision, AROUND_MIN),
  );

/** A press puts the dot there, and the dot can be dragged. Only for the browser, because Leaflet needs a window. */
export default function CoordinatesMap({
  spot,
  precision,
  suggestion,
  lastStop,
  near,
  tiles,
  onChoose,
}: Props) {
  const pin = useRef<Pin>(null);
  const first = spot ?? suggestion;
  const face = useMemo(() => icon({ iconUrl: dot, iconSize: [44, 44] }), []);
  const choose = ({ lat, lng }: { lat: number; lng: number }) =>
    // The map repeats the world to the east and west; coordinates don't.
    onChoose({
      latitude: lat,
      longitude: ((((lng + 180) % 360) + 360) % 360) - 180,
    });

  return (
    <MapContainer
      className="coordinates-map"
      {...(first
        ? { bounds: boundsAround(first, precision) }
        : {
            center: near ? placeOf(near) : [20, 0],
            zoom: near ? 10 : 1,
          })}
    >
      <TileLayer url={tiles.url} attribution={tiles.attribution} />
      <Presses onPress={({ latlng }) => choose(latlng)} />
      {lastStop && (
        <CircleMarker
          center={placeOf(lastStop)}
          radius={7}
          bubblingMouseEvents
          className="map-last-stop"
        >
          <Tooltip>Its last stop: {lastStop.location}</Tooltip>
        </CircleMarker>
      )}
      {first && precision > 0 && (
        <Circle
          center={placeOf(snap(first, precision))}
          radius={precision}
          interactive={false}
          className="map-others-see"
        />
      )}
      {suggestion && (
        <>
          {suggestion.accuracy !== null && (
            <Circle
              center={placeOf(suggestion)}
              radius={suggestion.accuracy}
              interactive={false}
              className="map-accuracy"
            />
          )}
          <CircleMarker
            center={placeOf(suggestion)}
            radius={5}
            interactive={false}
            className="map-suggestion"
          />
        </>
      )}
      {spot && (
        <Marker
          ref={pin}
          position={placeOf(spot)}
          icon={face}
          alt="Where the find is"
          draggable
          eventHandlers={{ dragend: () => choose(pin.current!.getLatLng()) }}
        />
      )}
      {first && <Follow spot={first} precision={precision} />}
    </MapContainer>
  );
}

function Presses({ onPress }: { onPress: (event: LeafletMouseEvent) => void }) {
  useMapEvents({ click: onPress });
  return null;
}

/** Brings a spot that was typed or chosen elsewhere into view, and what others see of it when that changes. */
function Follow({ spot, precision }: { spot: Spot; precision: Precision }) {
  const map = useMap();
  const { latitude, longitude } = spot;
  const shown = useRef(precision);
  useEffect(() => {
    const isInView =
      shown.current === precision &&
      map.getBounds().contains([latitude, longitude]);
    shown.current = precision;
    if (!isInView)
      map.fitBounds(boundsAround({ latitude, longitude }, precision), {
        animate: false,
      });
  }, [map, latitude, longitude, precision]);
  return null;
}
