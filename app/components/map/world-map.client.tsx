import { useLingui } from "@lingui/react/macro";
import {
  type Coords,
  type LatLngBoundsExpression,
  type LatLngTuple,
  svg,
  TileLayer,
} from "leaflet";
import { useCallback, useEffect, useState } from "react";
import {
  MapContainer,
  type MapContainerProps,
  Polyline,
  useMap,
  useMapEvent,
  ZoomControl,
} from "react-leaflet";
import { reduceCredit } from "./credit.ts";
import { ZOOM_MAX } from "#app/components/map/pins/pin-source.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { opensInNewTab } from "#core/languages/new-tab.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { useSite } from "#app/components/ui/use-site.ts";
import { LAND, LAND_SIDE } from "./land.ts";
import "leaflet/dist/leaflet.css";
import "./world-map.css";

export interface WorldMapProps extends Omit<MapContainerProps, "children"> {
  hasZoomButtons?: boolean;
  /** Longitude of the middle of the world, which has its edges half a turn away. */
  middle?: number;
  children?: Elements;
}

/** For the drawing under the tiles, and the towns. */
const CREDIT =
  '<a href="https://www.naturalearthdata.com">Natural Earth</a>, <a href="https://www.geonames.org">GeoNames</a>';

const worldAround = (middle: number): LatLngBoundsExpression => [
  [-90, middle - 180],
  [90, middle + 180],
];

export const prefersReducedMotion = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Shows the whole world once. Only for the browser, because Leaflet needs a window. */
export function WorldMap({
  hasZoomButtons = true,
  middle = 0,
  children,
  ...options
}: WorldMapProps) {
  const world = worldAround(middle);
  const { t, i18n } = useLingui();
  const { tiles } = useSite();
  const isAnimated = !prefersReducedMotion();
  return (
    <MapContainer
      className="world"
      center={[20, 0]}
      zoom={2}
      maxZoom={ZOOM_MAX}
      maxBounds={world}
      maxBoundsViscosity={1}
      zoomControl={false}
      zoomAnimation={isAnimated}
      fadeAnimation={isAnimated}
      markerZoomAnimation={isAnimated}
      {...options}
    >
      <Frame name={t`Map`} middle={middle} />
      <Tiles
        url={tiles.url}
        attribution={reduceCredit(
          `${CREDIT}, ${tiles.attribution}`,
          i18n._(opensInNewTab),
        )}
        middle={middle}
      />
      {hasZoomButtons && (
        <ZoomControl
          position="topright"
          zoomInTitle={t`Zoom in`}
          zoomOutTitle={t`Zoom out`}
        />
      )}
      {children}
    </MapContainer>
  );
}

/** Beyond the date line, the tiles of the other side of the world. */
class WorldTiles extends TileLayer {
  getTileUrl(coords: Coords) {
    const across = 2 ** coords.z;
    const x = ((coords.x % across) + across) % across;
    return super.getTileUrl(Object.assign(coords.clone(), { x, z: coords.z }));
  }
}

function Tiles({
  url,
  attribution,
  middle,
}: {
  url: string;
  attribution: string;
  middle: number;
}) {
  const map = useMap();
  useEffect(() => {
    const tiles = new WorldTiles(url, {
      attribution,
      bounds: worldAround(middle),
      // Leaflet's own wrapping would show the world more than once.
      noWrap: true,
      // Tile servers refuse a request without a Referer, and the review's page sends none of its own.
      referrerPolicy: "strict-origin-when-cross-origin",
    }).addTo(map);
    return () => void tiles.remove();
  }, [map, url, attribution, middle]);
  return null;
}

const PANE = "base";
/** The north-west corner of Web Mercator. */
const CORNER: LatLngTuple = [85.0511288, -180];

function Frame({ name, middle }: { name: string; middle: number }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    // The map can have the focus, so it needs a name. A map with keys of its own gives itself another.
    container.setAttribute("role", "group");
    container.setAttribute("aria-label", name);
    // Leaflet would announce itself in English.
    map.attributionControl?.setPrefix(false);
    // Leaflet itself notices only when the window's size changes.
    const size = new ResizeObserver(() =>
      map.invalidateSize({ animate: false }),
    );
    size.observe(container);
    return () => size.disconnect();
  }, [map, name]);

  // The countries' outlines lie under the tiles, so that there is a map even without tiles.
  useEffect(() => {
    const pane = map.getPane(PANE) ?? map.createPane(PANE);
    pane.style.zIndex = "150";
    const renderer = svg({ pane: PANE, padding: 0.5 }).addTo(map);
    const frame = pane.querySelector("svg")!;
    // Without words, this pane and that of lines and circles are nothing but unnamed pictures.
    for (const drawn of [pane, map.getPane("overlayPane")!])
      drawn.setAttribute("aria-hidden", "true");
    // Beyond the date line there is the other side of the world.
    const worlds = middle === 0 ? [0] : [0, Math.sign(middle) * LAND_SIDE];
    const land = worlds.map((x) => `<use href="${LAND}" x="${x}"/>`).join("");
    frame.insertAdjacentHTML("beforeend", `<svg>${land}</svg>`);
    const world = frame.querySelector("svg")!;
    const drawVisiblePart = () => {
      const { x, y, width, height } = frame.viewBox.baseVal;
      const corner = map.latLngToLayerPoint(CORNER);
      const unit = LAND_SIDE / map.options.crs!.scale(map.getZoom());
      const visible = [x - corner.x, y - corner.y, width, height];
      world.setAttribute("viewBox", visible.map((n) => n * unit).join(" "));
      for (const [name, value] of Object.entries({ x, y, width, height }))
        world.setAttribute(name, String(value));
    };
    drawVisiblePart();
    renderer.on("update", drawVisiblePart);
    return () => void renderer.remove();
  }, [map, middle]);

  return null;
}

export function useZoom() {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  // The function stays the same, because a listener that is replaced misses events in between.
  const readZoom = useCallback(() => setZoom(map.getZoom()), [map]);
  useMapEvent("zoomend", readZoom);
  return zoom;
}

interface LinesProps extends Pick<JourneyRoute, "legs"> {
  /** The route is drawn strongly up to this stop. Without it, all of the route is. */
  upTo?: number;
}

export function JourneyLines({ legs, upTo = legs.length }: LinesProps) {
  return (
    <>
      {legs.map((lines, index) => (
        <Polyline
          key={index}
          positions={lines}
          interactive={false}
          smoothFactor={0.5}
          className="journey-line"
          pathOptions={{ opacity: index < upTo ? 1 : 0.35 }}
        />
      ))}
    </>
  );
}

/** A text whose number alone is visible. Screen readers say all of it. */
export function seenNumber(text: string, number: string) {
  const at = text.indexOf(number);
  const label = document.createElement("span");
  label.append(
    forScreenReaders(text.slice(0, at)),
    number,
    forScreenReaders(text.slice(at + number.length)),
  );
  return label;
}

function forScreenReaders(text: string) {
  const words = document.createElement("span");
  words.className = "sr";
  words.append(text);
  return words;
}

/** Returns a marker's event handlers, so that pointer, Enter and Space press it. */
export const onPress = (act: () => void, byKey = act) => ({
  click: act,
  keydown: ({ originalEvent }: { originalEvent: KeyboardEvent }) => {
    if (![" ", "Enter"].includes(originalEvent.key)) return;
    originalEvent.preventDefault();
    byKey();
  },
});
