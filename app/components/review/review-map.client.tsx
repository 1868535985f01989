import { icon, latLng, latLngBounds, type LatLngTuple } from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useMemo } from "react";
import {
  Circle,
  CircleMarker,
  MapContainer,
  Marker,
  TileLayer,
  useMap,
} from "react-leaflet";
import { snap, type Precision } from "#domain/core/precision.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { BaseMap } from "../map/base-map.client.tsx";
import type { Tiles } from "../map/world-map.client.tsx";
import { stonePicture } from "../ui/pebbles.ts";

interface Spot {
  latitude: number;
  longitude: number;
}

/** Metres around a find that the map shows at least. */
const AROUND_MIN = 700;

/** The dot is where it was, the circle is what others see. Only for the browser, because Leaflet needs a window. */
export default function ReviewMap({
  find: { rock_number, rock },
  spot,
  precision,
  tiles,
}: {
  find: ReviewFind;
  spot: Spot;
  precision: Precision;
  tiles: Tiles;
}) {
  const { latitude, longitude } = spot;
  const exact: LatLngTuple = [latitude, longitude];
  const snapped = snap(spot, precision);
  const seen: LatLngTuple = [snapped.latitude, snapped.longitude];
  const stone = useMemo(
    () =>
      icon({
        iconUrl: stonePicture(rock_number, rock?.pin),
        iconSize: [48, 48],
        className: "review-stone",
      }),
    [rock_number, rock?.pin],
  );
  return (
    <MapContainer
      className="review-map-frame"
      center={seen}
      zoom={12}
      scrollWheelZoom={false}
      zoomControl={false}
      attributionControl
    >
      <BaseMap />
      <TileLayer
        url={tiles.url}
        attribution={tiles.attribution}
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <Fit seen={seen} exact={exact} reach={Math.max(AROUND_MIN, precision)} />
      {precision > 0 && (
        <Circle
          center={seen}
          radius={precision}
          interactive={false}
          className="review-circle"
        />
      )}
      <Marker
        position={seen}
        icon={stone}
        interactive={false}
        keyboard={false}
        alt=""
      />
      <CircleMarker
        center={exact}
        radius={6}
        interactive={false}
        className="review-dot"
      />
    </MapContainer>
  );
}

/** Brings all that is drawn into view, and again when the map's size or the find changes. */
function Fit({
  seen: [lat, lng],
  exact: [exactLat, exactLng],
  reach,
}: {
  seen: LatLngTuple;
  exact: LatLngTuple;
  reach: number;
}) {
  const map = useMap();
  useEffect(() => {
    const fit = () =>
      map.fitBounds(
        latLngBounds([[exactLat, exactLng]]).extend(
          latLng(lat, lng).toBounds(2.2 * reach),
        ),
        { animate: false },
      );
    const size = new ResizeObserver(() => {
      map.invalidateSize({ animate: false });
      fit();
    });
    size.observe(map.getContainer());
    return () => size.disconnect();
  }, [map, lat, lng, exactLat, exactLng, reach]);
  return null;
}
