import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { point, type LatLng } from "leaflet";
import { useEffect, useState } from "react";
import { useMap, useMapEvents } from "react-leaflet";
import type { Precision, Spot } from "#core/precision.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { formatPlace } from "#app/components/language/places.ts";
import SpotMap, {
  Stone,
  toLatLng,
} from "#app/components/map/spot-map.client.tsx";
import {
  prefersReducedMotion,
  useZoom,
} from "#app/components/map/world-map.client.tsx";

/** From this zoom on a tap sets the stone. Below, a fingertip covers a county, so a tap only comes closer. */
const ZOOM_EXACT = 9;
const ZOOM_STEP = 4;
/** Pixels that a fingertip may miss by. */
const FINGERTIP = 20;
const KEY_STEP = 24;
const REACH_MIN = 350;

const KEYS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const SEES: Record<Precision, MessageDescriptor> = {
  0: msg`Others see this very spot`,
  1000: msg`Others see the circle, not the dot`,
  10_000: msg`Others see this wide circle`,
};

interface Props {
  place: Suggestion | undefined;
  near: Spot | undefined;
  stone: string;
  /** Whether the map takes the focus, because the visitor has just opened it. */
  hasFocus: boolean;
  onPlace: (place: Omit<Suggestion, "precision">) => void;
}

/** A map on which a tap, or the arrow keys and Enter, say where it was. Only for the browser, because Leaflet needs a window. */
export default function PlaceMap(props: Props) {
  const { place, near, stone } = props;
  return (
    <div className="where-map map-frame">
      <SpotMap
        spot={place}
        precision={place?.precision ?? 0}
        reach={Math.max(place?.accuracy ?? 0, REACH_MIN)}
        stone={stone}
        {...(near && { center: toLatLng(near), zoom: 1 + ZOOM_STEP })}
      >
        <Choice {...props} />
      </SpotMap>
    </div>
  );
}

function Choice({ place, stone, hasFocus, onPlace }: Omit<Props, "near">) {
  const { t, i18n } = useLingui();
  const map = useMap();
  /** The stone's position after the arrow keys have moved it. */
  const [moved, setMoved] = useState<LatLng>();
  const zoom = useZoom();
  useMapEvents({
    click: ({ latlng }) => choose(latlng),
    keydown: ({ originalEvent }) => press(originalEvent),
  });

  function choose(at: LatLng) {
    setMoved(undefined);
    const zoom = map.getZoom();
    const animate = !prefersReducedMotion();
    if (zoom < ZOOM_EXACT) {
      map.setView(at, zoom + ZOOM_STEP, { animate });
      return;
    }
    const beside = map.unproject(map.project(at).add(point(FINGERTIP, 0)));
    onPlace({
      latitude: round(at.lat),
      longitude: round(at.lng),
      accuracy: Math.ceil(map.distance(at, beside)),
      source: "map",
    });
  }

  function press(event: KeyboardEvent) {
    if (event.target !== map.getContainer() || event.ctrlKey || event.metaKey)
      return;
    const at = moved ?? (place ? toLatLng(place) : map.getCenter());
    const step = KEYS[event.key];
    if (step) {
      const pixels = map.project(at).add(point(step).multiplyBy(KEY_STEP));
      const next = map.unproject(pixels);
      setMoved(next);
      map.panInside(next, { padding: [60, 60], animate: false });
    } else if (event.key === "+" || event.key === "=")
      map.setView(at, map.getZoom() + 1, { animate: false });
    else if (event.key === "-")
      map.setView(at, map.getZoom() - 1, { animate: false });
    else if (event.key === "Enter") choose(at);
    else return;
    event.preventDefault();
  }

  const label = t`Map. Arrow keys move the stone, plus and minus zoom, Enter sets it.`;
  useEffect(() => {
    const container = map.getContainer();
    map.keyboard.disable();
    container.tabIndex = 0;
    container.setAttribute("role", "application");
    container.setAttribute("aria-label", label);
    if (hasFocus) container.focus({ preventScroll: true });
  }, [map, hasFocus, label]);
  const spot =
    moved && formatPlace(i18n, { latitude: moved.lat, longitude: moved.lng });

  return (
    <>
      {moved && (
        <Stone
          at={moved}
          picture={stone}
          isPin={place?.precision === 0}
          opacity={0.75}
        />
      )}
      <p className="where-say on-frame" role="status" dir="auto">
        {spot
          ? t`Enter sets it at ${spot}`
          : place
            ? i18n._(SEES[place.precision])
            : zoom < ZOOM_EXACT
              ? t`Tap to come closer`
              : t`Tap where it was`}
      </p>
    </>
  );
}

/** Five digits are a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
