import { divIcon } from "leaflet";
import {
  memo,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { Marker, useMap, useMapEvents } from "react-leaflet";
import type { MapPin } from "#domain/finds/packed-pins.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { JourneyLines } from "./journey-lines.client.tsx";
import { onPress } from "./on-press.ts";
import { RockStones } from "./pins/rock-stones.client.tsx";
import {
  NOTHING,
  type MapView,
  type Pile,
  type Sight,
} from "./pins/pin-source.ts";
import { wantsStillness, WorldMap, type Tiles } from "./world-map.client.tsx";
import { formatCount } from "../ui/format-count.ts";

/** Degrees of latitude; Web Mercator ends at 85.05. */
const MAP_END = 85;

/** Where the map should go. */
export interface Goal {
  latitude: number;
  longitude: number;
  zoom: number;
}

interface Props {
  sight: Sight;
  tiles: Tiles;
  goal: Goal | undefined;
  route: JourneyRoute | undefined;
  onView: (view: MapView) => void;
  onChoose: (rockNumber: number) => void;
  onOpen: (pile: Pile) => void;
  /** Stones that there is no room to lay side by side. */
  onStack: (pins: MapPin[]) => void;
}

/** The world, and a stone where each rock was last seen. */
export default function RockMap({
  sight,
  tiles,
  goal,
  route,
  onView,
  onChoose,
  onOpen,
  onStack,
}: Props) {
  // The map first, then what stands on it: a phone can answer in between.
  const [shown, setShown] = useState(NOTHING);
  useEffect(() => startTransition(() => setShown(sight)), [sight]);

  return (
    <WorldMap tiles={tiles}>
      <Watch onView={onView} />
      <GoTo goal={goal} />
      {route && <JourneyLines legs={route.legs} />}
      <RockStones pins={shown.pins} onChoose={onChoose} onStack={onStack} />
      {shown.piles.map((pile) => (
        <PileMarker key={pile.id} pile={pile} onOpen={onOpen} />
      ))}
    </WorldMap>
  );
}

/** The map ends before the poles, and shows at its edge what lies beyond. */
const toPole = (latitude: number) =>
  Math.abs(latitude) > MAP_END ? Math.sign(latitude) * 90 : latitude;

function Watch({ onView }: Pick<Props, "onView">) {
  const map = useMap();
  const tell = useCallback(() => {
    const bounds = map.getBounds();
    onView({
      west: bounds.getWest(),
      south: toPole(bounds.getSouth()),
      east: bounds.getEast(),
      north: toPole(bounds.getNorth()),
      zoom: map.getZoom(),
    });
  }, [map, onView]);
  useMapEvents({ moveend: tell });
  useEffect(tell, [tell]);
  return null;
}

function GoTo({ goal }: Pick<Props, "goal">) {
  const map = useMap();
  useEffect(() => {
    if (!goal) return;
    map.setView([goal.latitude, goal.longitude], goal.zoom, {
      animate: !wantsStillness(),
    });
  }, [map, goal]);
  return null;
}

/** Pixels across. */
const pileSize = (count: number) =>
  Math.min(48 + Math.round(Math.log10(count) * 9), 92);

const PileMarker = memo(function PileMarker({
  pile,
  onOpen,
}: {
  pile: Pile;
  onOpen: Props["onOpen"];
}) {
  const stones = useMemo(() => {
    const size = pileSize(pile.count);
    const face = document.createElement("span");
    face.append(formatCount(pile.count));
    const words = document.createElement("span");
    words.className = "sr";
    words.append(" rocks");
    face.append(words);
    return divIcon({
      html: face,
      iconSize: [size, size],
      className: "pebble-pile",
    });
  }, [pile.count]);
  return (
    <Marker
      position={[pile.latitude, pile.longitude]}
      icon={stones}
      eventHandlers={onPress(() => onOpen(pile))}
    />
  );
});
