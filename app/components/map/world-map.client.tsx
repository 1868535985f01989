import { Browser, type LatLngBoundsExpression } from "leaflet";
import "leaflet/dist/leaflet.css";
import type { ReactNode } from "react";
import { MapContainer, TileLayer, ZoomControl } from "react-leaflet";
import { BaseMap } from "./base-map.client.tsx";
import { ZOOM_MAX } from "./pins/pin-source.ts";
import "./world-map.css";

export interface Tiles {
  url: string;
  attribution: string;
}

const WORLD: LatLngBoundsExpression = [
  [-90, -180],
  [90, 180],
];

export const wantsStillness = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The whole world once, without a second one beside it. For the browser alone: Leaflet needs a window. */
export function WorldMap({
  tiles,
  withinText = false,
  children,
}: {
  tiles: Tiles;
  /** Whether it stands in a page that scrolls: wheel and finger then move the page. */
  withinText?: boolean;
  children?: ReactNode;
}) {
  const isAnimated = !wantsStillness();
  return (
    <MapContainer
      className="world"
      center={[20, 0]}
      zoom={2}
      maxZoom={ZOOM_MAX}
      maxBounds={WORLD}
      maxBoundsViscosity={1}
      zoomControl={false}
      scrollWheelZoom={!withinText}
      dragging={!(withinText && Browser.mobile)}
      zoomAnimation={isAnimated}
      fadeAnimation={isAnimated}
      markerZoomAnimation={isAnimated}
    >
      <BaseMap />
      <TileLayer
        url={tiles.url}
        attribution={tiles.attribution}
        bounds={WORLD}
        noWrap
      />
      <ZoomControl position="topright" />
      {children}
    </MapContainer>
  );
}
