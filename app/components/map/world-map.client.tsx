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

export const prefersReducedMotion = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Shows the whole world once. Only for the browser, because Leaflet needs a window. */
export function WorldMap({
  tiles,
  inScrollingPage = false,
  children,
}: {
  tiles: Tiles;
  /** Whether the map is part of a page that scrolls. Wheel and finger then move the page. */
  inScrollingPage?: boolean;
  children?: ReactNode;
}) {
  const isAnimated = !prefersReducedMotion();
  return (
    <MapContainer
      className="world"
      center={[20, 0]}
      zoom={2}
      maxZoom={ZOOM_MAX}
      maxBounds={WORLD}
      maxBoundsViscosity={1}
      zoomControl={false}
      scrollWheelZoom={!inScrollingPage}
      dragging={!(inScrollingPage && Browser.mobile)}
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
