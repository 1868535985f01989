import { icon, latLng, type LatLngExpression } from "leaflet";
import { useEffect, useMemo, useRef } from "react";
import { Circle, CircleMarker, Marker, useMap } from "react-leaflet";
import { snap, type Precision, type Spot } from "#core/precision.ts";
import {
  prefersReducedMotion,
  WorldMap,
  type WorldMapProps,
} from "./world-map.client.tsx";
import "#app/styles/spot.css";

interface Props extends WorldMapProps {
  spot: Spot | undefined;
  precision: Precision;
  reach: number;
  /** The picture of the rock's stone, which lies where others see it. */
  stone?: string;
  /** Whether the caller shows the spot itself. The map then moves only if it is out of view, or others see it differently. */
  isSteady?: boolean;
}

/** Pixels. */
const STONE = 44;

export const toLatLng = ({ latitude, longitude }: Spot) =>
  latLng(latitude, longitude);

/** A map of one spot: a dot where it was, and a circle and a stone as others see it. */
export default function SpotMap({
  spot,
  precision,
  reach,
  stone,
  isSteady = false,
  children,
  ...map
}: Props) {
  const seen = spot && toLatLng(snap(spot, precision));
  return (
    <WorldMap {...map}>
      {spot && (
        <Fit
          spot={spot}
          precision={precision}
          reach={reach}
          isSteady={isSteady}
        />
      )}
      {seen && precision > 0 && (
        <Circle
          center={seen}
          radius={precision}
          interactive={false}
          className="spot-circle"
        />
      )}
      {seen && stone !== undefined && (
        <Stone at={seen} picture={stone} isPin={precision === 0} />
      )}
      {spot && !isSteady && (
        <CircleMarker
          center={toLatLng(spot)}
          radius={6}
          interactive={false}
          className="spot-dot"
        />
      )}
      {children}
    </WorldMap>
  );
}

export function Stone({
  at,
  picture,
  isPin,
  opacity,
}: {
  at: LatLngExpression;
  picture: string;
  /** Whether its foot is at the place, so that an exact spot stays visible. */
  isPin: boolean;
  opacity?: number;
}) {
  const face = useMemo(
    () =>
      icon({
        iconUrl: picture,
        iconSize: [STONE, STONE],
        iconAnchor: [STONE / 2, isPin ? STONE : STONE / 2],
        className: "spot-stone",
      }),
    [picture, isPin],
  );
  return (
    <Marker
      position={at}
      icon={face}
      opacity={opacity}
      interactive={false}
      keyboard={false}
      alt=""
    />
  );
}

/** Brings the exact place and all of the public one into view. */
function Fit({
  spot: { latitude, longitude },
  precision,
  reach,
  isSteady,
}: Pick<Props, "precision" | "reach"> & { spot: Spot; isSteady: boolean }) {
  const map = useMap();
  const shown = useRef<Precision>();
  useEffect(() => {
    const exact = latLng(latitude, longitude);
    const seen = toLatLng(snap({ latitude, longitude }, precision));
    const bounds = seen
      .toBounds(2.5 * Math.max(precision, reach))
      .extend(exact);
    const fit = (animate: boolean) => map.fitBounds(bounds, { animate });
    const isFirst = shown.current === undefined;
    const isInView =
      shown.current === precision && map.getBounds().contains(exact);
    shown.current = precision;
    if (!isSteady || !isInView)
      fit(!isFirst && !isSteady && !prefersReducedMotion());
    const fitAgain = () => fit(false);
    map.on("resize", fitAgain);
    return () => void map.off("resize", fitAgain);
  }, [map, latitude, longitude, precision, reach, isSteady]);
  return null;
}
