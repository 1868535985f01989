import { useLingui } from "@lingui/react/macro";
import {
  Browser,
  CRS,
  divIcon,
  type FitBoundsOptions,
  icon,
  latLng,
  latLngBounds,
  type LatLngTuple,
  type Marker as Pin,
} from "leaflet";
import { useEffect, useMemo, useRef, useState } from "react";
import { Circle, Marker, useMap } from "react-leaflet";
import { aroundJourney } from "#core/map/date-line.ts";
import type { JourneyRoute, JourneyStop } from "#domain/finds/answers.ts";
import { stonePicture } from "#app/components/ui/pebble.tsx";
import { describeNearby } from "#app/components/language/places.ts";
import { formatList } from "#app/components/language/lists.ts";
import {
  JourneyLines,
  onPress as pressedBy,
  prefersReducedMotion,
  seenNumber,
  useZoom,
  WorldMap,
} from "#app/components/map/world-map.client.tsx";

/** With more stops than this the Tab key skips them. The buttons still reach each one. */
const KEYBOARD_STOPS_MAX = 40;
/** Pixels. On a shorter leg an arrow would hide the line. */
const ARROW_MIN = 44;
const WALK_MS = 1400;

interface Props {
  route: JourneyRoute;
  pin: string | null;
  /** Index of the stop that the replay has reached. Undefined before the replay. */
  at: number | undefined;
  onStop: (index: number) => void;
}

export default function JourneyMap({ route, pin, at, onStop }: Props) {
  const { rock_number } = route;
  const around = useMemo(() => aroundJourney(route), [route]);
  const { middle, stops, legs } = around;
  return (
    <WorldMap
      key={rock_number}
      center={undefined}
      middle={middle}
      bounds={latLngBounds([
        ...stops.flatMap(cornersOf),
        // A leg may lead far north or south of its stops. One of two lines leaves the map at its edge.
        ...legs.filter((lines) => lines.length === 1).flat(2),
      ])}
      boundsOptions={FIT}
      // Wheel and finger move the page.
      scrollWheelZoom={false}
      dragging={!Browser.mobile}
    >
      {stops.map((stop) =>
        stop.precision ? (
          <Circle
            key={stop.uuid}
            center={[stop.latitude, stop.longitude]}
            radius={stop.precision}
            interactive={false}
            className="journey-around"
          />
        ) : null,
      )}
      <JourneyLines legs={legs} upTo={at} />
      <Arrows legs={legs} />
      {stops.map((stop, index) => (
        <StopMarker
          key={stop.uuid}
          stop={stop}
          isFocusable={stops.length <= KEYBOARD_STOPS_MAX}
          onPress={() => onStop(index)}
        />
      ))}
      {at !== undefined && (
        <Walker
          picture={stonePicture(rock_number, pin)}
          route={around}
          at={at}
        />
      )}
    </WorldMap>
  );
}

const FIT: FitBoundsOptions = {
  maxZoom: 11,
  paddingTopLeft: [48, 48],
  // Leaves room for the map's credits at the bottom.
  paddingBottomRight: [48, 76],
  animate: false,
};

function cornersOf({ latitude, longitude, precision = 0 }: JourneyStop) {
  const square = latLng(latitude, longitude).toBounds(2 * precision);
  return [square.getSouthWest(), square.getNorthEast()];
}

function StopMarker({
  stop,
  isFocusable,
  onPress,
}: {
  stop: JourneyStop;
  isFocusable: boolean;
  onPress: () => void;
}) {
  const { i18n, t } = useLingui();
  const { number, precision } = stop;
  const journey = t({
    message: `Journey ${number}`,
    comment: "Said of a stop on the map, which shows its number",
  });
  const said = precision
    ? formatList(i18n, [journey, describeNearby(i18n, precision)])
    : journey;
  const face = useMemo(
    () =>
      divIcon({
        html: seenNumber(said, String(number)),
        iconSize: [30, 30],
        // Leaflet needs it to move the map to the whole stop that Tab reaches.
        iconAnchor: [15, 15],
        className: `journey-stop ${precision ? "journey-stop--around" : ""}`,
      }),
    [said, number, precision],
  );
  return (
    <Marker
      position={[stop.latitude, stop.longitude]}
      icon={face}
      keyboard={isFocusable}
      eventHandlers={pressedBy(onPress)}
    />
  );
}

function Arrows({ legs }: Pick<JourneyRoute, "legs">) {
  const zoom = useZoom();
  return (
    <>
      {legs.map((lines, index) => {
        const arrow = placeArrow(lines, zoom);
        return (
          arrow && (
            <Marker
              key={`${index}-${arrow.turn}`}
              position={arrow.place}
              icon={arrowIcon(arrow.turn)}
              interactive={false}
              keyboard={false}
            />
          )
        );
      })}
    </>
  );
}

function placeArrow(lines: JourneyRoute["legs"][number], zoom: number) {
  const longest = lines.reduce((a, b) => (b.length > a.length ? b : a));
  const points = longest.map(([lat, lon]) =>
    CRS.EPSG3857.latLngToPoint(latLng(lat, lon), zoom),
  );
  const middle = Math.ceil(points.length / 2);
  const [from, to] = [points[middle - 1], points[middle]];
  if (!from || !to || points[0]!.distanceTo(points.at(-1)!) < ARROW_MIN)
    return undefined;
  const place = CRS.EPSG3857.pointToLatLng(from.add(to).divideBy(2), zoom);
  return {
    place,
    turn: Math.round(
      (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
    ),
  };
}

function arrowIcon(turn: number) {
  const arrow = document.createElement("span");
  arrow.style.rotate = `${turn}deg`;
  return divIcon({
    html: arrow,
    iconSize: [16, 16],
    className: "journey-arrow",
  });
}

function Walker({
  picture,
  route: { stops, legs },
  at,
}: {
  picture: string;
  route: Pick<JourneyRoute, "stops" | "legs">;
  at: number;
}) {
  const map = useMap();
  const marker = useRef<Pin>(null);
  const before = useRef(at);
  const stop = stops[at]!;
  // Only the first position. From there the effect moves the marker.
  const [start] = useState((): LatLngTuple => {
    const { latitude, longitude } = stops[Math.max(at - 1, 0)]!;
    return [latitude, longitude];
  });
  const stone = useMemo(
    () =>
      icon({
        iconUrl: picture,
        iconSize: [56, 56],
        className: "journey-walker",
      }),
    [picture],
  );

  useEffect(() => {
    const leg = before.current === at - 1 ? legs[at - 1] : undefined;
    before.current = at;
    map.panInside([stop.latitude, stop.longitude], {
      padding: [60, 60],
      animate: !prefersReducedMotion(),
    });
    const arrive = () =>
      marker.current?.setLatLng([stop.latitude, stop.longitude]);
    if (!leg || prefersReducedMotion()) return void arrive();

    const points = leg.flat();
    const began = performance.now();
    let frame = requestAnimationFrame(function walk(now) {
      const share = (now - began) / WALK_MS;
      if (share >= 1) return void arrive();
      const place = Math.max(share, 0) * (points.length - 1);
      const from = points[Math.floor(place)]!;
      const to = points[Math.floor(place) + 1]!;
      const part = place % 1;
      // At the edge the rock jumps to the other one.
      if (Math.abs(to[1] - from[1]) < 180)
        marker.current?.setLatLng([
          from[0] + (to[0] - from[0]) * part,
          from[1] + (to[1] - from[1]) * part,
        ]);
      frame = requestAnimationFrame(walk);
    });
    return () => cancelAnimationFrame(frame);
  }, [map, at, stop, legs]);

  return (
    <Marker
      ref={marker}
      position={start}
      icon={stone}
      interactive={false}
      keyboard={false}
      zIndexOffset={1000}
      alt=""
    />
  );
}
