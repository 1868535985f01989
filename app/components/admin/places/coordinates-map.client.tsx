import { icon, type LatLng, type Marker as Pin } from "leaflet";
import { useMemo, useRef } from "react";
import {
  Circle,
  CircleMarker,
  Marker,
  Tooltip,
  useMapEvents,
} from "react-leaflet";
import type { Precision, Spot } from "#core/precision.ts";
import type { JourneyStop } from "#domain/finds/answers.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import SpotMap, { toLatLng } from "#app/components/map/spot-map.client.tsx";
import dot from "#app/assets/spot.svg?url";

export interface MapProps {
  spot: Spot | undefined;
  precision: Precision;
  suggestion: Suggestion | null;
  lastStop: JourneyStop | undefined;
  /** The map's first centre, without a spot or a suggestion. */
  near: Spot | undefined;
  onChoose: (spot: Spot) => void;
}

/** Metres around a spot that the map shows at least. */
const AROUND_MIN = 1000;

/** A press puts the dot there, and the dot can be dragged. Only for the browser, because Leaflet needs a window. */
export default function CoordinatesMap({
  spot,
  precision,
  suggestion,
  lastStop,
  near,
  onChoose,
}: MapProps) {
  const pin = useRef<Pin>(null);
  const face = useMemo(() => icon({ iconUrl: dot, iconSize: [44, 44] }), []);
  function choose(at: LatLng) {
    // The map repeats the world east and west, with longitudes beyond ±180.
    const { lat, lng } = at.wrap();
    onChoose({ latitude: lat, longitude: lng });
  }

  return (
    <SpotMap
      spot={spot ?? suggestion ?? undefined}
      precision={precision}
      reach={AROUND_MIN}
      isSteady
      {...(near && { center: toLatLng(near), zoom: 10 })}
    >
      <Presses onPress={choose} />
      {lastStop && (
        <CircleMarker
          center={toLatLng(lastStop)}
          radius={7}
          interactive={false}
          className="spot-dot map-last-stop"
        >
          <Tooltip permanent>{`Its last stop: ${lastStop.location}`}</Tooltip>
        </CircleMarker>
      )}
      {suggestion && (
        <>
          {suggestion.accuracy !== null && (
            <Circle
              center={toLatLng(suggestion)}
              radius={suggestion.accuracy}
              interactive={false}
              className="spot-circle map-accuracy"
            />
          )}
          <CircleMarker
            center={toLatLng(suggestion)}
            radius={5}
            interactive={false}
            className="spot-dot map-suggestion"
          />
        </>
      )}
      {spot && (
        <Marker
          ref={pin}
          position={toLatLng(spot)}
          icon={face}
          alt="Where the find is"
          draggable
          eventHandlers={{ dragend: () => choose(pin.current!.getLatLng()) }}
        />
      )}
    </SpotMap>
  );
}

function Presses({ onPress }: { onPress: (at: LatLng) => void }) {
  useMapEvents({ click: ({ latlng }) => onPress(latlng) });
  return null;
}
