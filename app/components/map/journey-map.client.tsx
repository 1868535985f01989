import {
  CRS,
  divIcon,
  icon,
  latLng,
  latLngBounds,
  type Marker as Pin,
} from "leaflet";
import { useEffect, useMemo, useRef, useState } from "react";
import { Marker, useMap, useMapEvents } from "react-leaflet";
import type { JourneyRoute, JourneyStop } from "#domain/finds/answers.ts";
import { stonePicture } from "../rocks/pebbles.ts";
import { JourneyLines } from "./journey-lines.client.tsx";
import { wantsStillness, WorldMap, type Tiles } from "./world-map.client.tsx";
import "./journey-map.css";

const NEAREST = 11;
/** Beyond so many stops only the buttons walk from one to the next. */
const KEYS_MAX = 40;
/** Pixels of a leg below which an arrow would hide it. */
const ARROW_MIN = 44;
const WALK_MS = 1400;

interface Props {
  route: JourneyRoute;
  /** As in the rock's `RockSummary`. */
  pin: string | null;
  tiles: Tiles;
  /** The stop where the replay is, from 0; undefined before it. */
  at: number | undefined;
  onStop: (index: number) => void;
}

/** A rock's way over the Earth, its stops numbered in the order in which they were reached. */
export default function JourneyMap({ route, pin, tiles, at, onStop }: Props) {
  const { stops, legs, rock_number } = route;
  return (
    <WorldMap tiles={tiles} withinText>
      <Fit stops={stops} />
      <JourneyLines legs={legs} upTo={at} />
      <Arrows legs={legs} />
      {stops.map((stop, index) => (
        <StopMarker
          key={stop.uuid}
          stop={stop}
          withKeys={stops.length <= KEYS_MAX}
          onPress={() => onStop(index)}
        />
      ))}
      {at !== undefined && (
        <Walker
          picture={stonePicture(rock_number, pin)}
          route={route}
          at={at}
        />
      )}
    </WorldMap>
  );
}

function Fit({ stops }: { stops: JourneyStop[] }) {
  const map = useMap();
  useEffect(() => {
    map.fitBounds(
      latLngBounds(stops.map((stop) => [stop.latitude, stop.longitude])),
      {
        maxZoom: NEAREST,
        paddingTopLeft: [48, 48],
        // The map's credits stand at its foot.
        paddingBottomRight: [48, 76],
        animate: false,
      },
    );
  }, [map, stops]);
  return null;
}

function StopMarker({
  stop,
  withKeys,
  onPress,
}: {
  stop: JourneyStop;
  withKeys: boolean;
  onPress: () => void;
}) {
  const face = useMemo(() => {
    const number = document.createElement("span");
    const words = document.createElement("span");
    words.className = "sr";
    words.append("Journey ");
    number.append(words, String(stop.number));
    return divIcon({
      html: number,
      iconSize: [30, 30],
      className: "journey-stop",
    });
  }, [stop.number]);
  return (
    <Marker
      position={[stop.latitude, stop.longitude]}
      icon={face}
      keyboard={withKeys}
      eventHandlers={{
        click: onPress,
        keydown: ({ originalEvent }) => {
          if (![" ", "Enter"].includes(originalEvent.key)) return;
          originalEvent.preventDefault();
          onPress();
        },
      }}
    />
  );
}

/** An arrow in the middle of each leg that is long enough on the screen. */
function Arrows({ legs }: Pick<JourneyRoute, "legs">) {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  // The way has been brought into view before anything listened.
  useEffect(() => setZoom(map.getZoom()), [map]);
  return (
    <>
      {legs.map((lines, index) => {
        const arrow = arrowOf(lines, zoom);
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

function arrowOf(lines: JourneyRoute["legs"][number], zoom: number) {
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

/** The rock itself, on its way to the stop where the replay is. */
function Walker({
  picture,
  route: { stops, legs },
  at,
}: {
  picture: string;
  route: JourneyRoute;
  at: number;
}) {
  const map = useMap();
  const marker = useRef<Pin>(null);
  const before = useRef(at);
  const stop = stops[at]!;
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
      animate: !wantsStillness(),
    });
    const arrive = () =>
      marker.current?.setLatLng([stop.latitude, stop.longitude]);
    if (!leg || wantsStillness()) return void arrive();

    const points = leg.flat();
    const began = performance.now();
    let frame = requestAnimationFrame(function walk(now) {
      const share = (now - began) / WALK_MS;
      if (share >= 1) return void arrive();
      const place = Math.max(share, 0) * (points.length - 1);
      const from = points[Math.floor(place)]!;
      const to = points[Math.floor(place) + 1]!;
      const part = place % 1;
      // Over the date line it jumps from one edge to the other.
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
      // Moved by hand from here on.
      position={useMemo(() => {
        const start = stops[Math.max(at - 1, 0)]!;
        return [start.latitude, start.longitude] as [number, number];
        // eslint-disable-next-line react-hooks/exhaustive-deps -- where it begins, not where it goes
      }, [stops])}
      icon={stone}
      interactive={false}
      keyboard={false}
      zIndexOffset={1000}
      alt=""
    />
  );
}
