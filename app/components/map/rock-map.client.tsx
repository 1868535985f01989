import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@remix-run/react";
import { divIcon, DomUtil, type LatLng, type PanInsideOptions } from "leaflet";
import {
  memo,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { Marker, useMap, useMapEvents } from "react-leaflet";
import type { Spot } from "#core/precision.ts";
import type { MapPin } from "#domain/finds/packed-pins.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { RockStones } from "./pins/rock-stones.client.tsx";
import {
  NO_PINS,
  type Viewport,
  type Cluster,
  type VisiblePins,
} from "./pins/pin-source.ts";
import {
  JourneyLines,
  onPress,
  prefersReducedMotion,
  seenNumber,
  WorldMap,
} from "./world-map.client.tsx";

/** The view of each step in the history, for the way back. */
const views = new Map<string, { center: LatLng; zoom: number }>();

export type MapTarget = Spot & { zoom: number };

interface Props {
  visiblePins: VisiblePins;
  target: MapTarget | undefined;
  route: JourneyRoute | undefined;
  onViewport: (viewport: Viewport) => void;
  /** @param pin as `pinKey` names it */
  onChoose: (pin: string) => void;
  onOpenCluster: (cluster: Cluster) => void;
  /** Called with stones that have no room side by side. */
  onOpenGroup: (pins: MapPin[]) => void;
}

export default function RockMap({
  visiblePins,
  target,
  route,
  onViewport,
  onChoose,
  onOpenCluster,
  onOpenGroup,
}: Props) {
  // The map comes first, its stones later, so that a phone can react to touch in between.
  const [shown, setShown] = useState(NO_PINS);
  useEffect(() => startTransition(() => setShown(visiblePins)), [visiblePins]);
  const { key } = useLocation();

  return (
    <WorldMap {...views.get(key)}>
      <Movement onViewport={onViewport} target={target} />
      {route && <JourneyLines legs={route.legs} />}
      <RockStones
        pins={shown.pins}
        onChoose={onChoose}
        onOpenGroup={onOpenGroup}
      />
      {shown.clusters.map((cluster) => (
        <ClusterMarker
          key={cluster.id}
          cluster={cluster}
          onOpenCluster={onOpenCluster}
        />
      ))}
    </WorldMap>
  );
}

/** Pixels around a focused stone. There are buttons at the bottom. */
const AROUND_FOCUS: PanInsideOptions = {
  paddingTopLeft: [44, 44],
  paddingBottomRight: [44, 112],
};

/** Reports where the map has moved, and moves it to a target, and to the stone or the cluster that Tab reaches. */
function Movement({
  onViewport,
  target,
}: Pick<Props, "onViewport" | "target">) {
  const map = useMap();
  const { key } = useLocation();
  const report = useCallback(() => {
    const bounds = map.getBounds();
    views.set(key, { center: map.getCenter(), zoom: map.getZoom() });
    onViewport({
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
      zoom: map.getZoom(),
    });
  }, [map, onViewport, key]);
  useMapEvents({ moveend: report });
  useEffect(report, [report]);

  useEffect(() => {
    if (target)
      map.setView([target.latitude, target.longitude], target.zoom, {
        animate: !prefersReducedMotion(),
      });
  }, [map, target]);

  useEffect(() => {
    const container = map.getContainer();
    const show = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (!target.matches(".leaflet-marker-icon:focus-visible")) return;
      map.panInside(map.layerPointToLatLng(DomUtil.getPosition(target)), {
        ...AROUND_FOCUS,
        animate: !prefersReducedMotion(),
      });
    };
    container.addEventListener("focusin", show);
    return () => container.removeEventListener("focusin", show);
  }, [map]);
  return null;
}

/** Pixels across. */
const clusterSize = (count: number) =>
  Math.min(48 + Math.round(Math.log10(count) * 9), 92);

const ClusterMarker = memo(function ClusterMarker({
  cluster,
  onOpenCluster,
}: {
  cluster: Cluster;
  onOpenCluster: Props["onOpenCluster"];
}) {
  const { i18n, t } = useLingui();
  const { count } = cluster;
  const number = i18n.number(count);
  const rocks = t`${plural(count, { one: "# rock", other: "# rocks" })}`;
  const face = useMemo(() => {
    const size = clusterSize(count);
    return divIcon({
      html: seenNumber(rocks, number),
      iconSize: [size, size],
      className: "rock-cluster",
    });
  }, [count, rocks, number]);
  return (
    <Marker
      position={[cluster.latitude, cluster.longitude]}
      icon={face}
      autoPanOnFocus={false}
      eventHandlers={onPress(() => onOpenCluster(cluster))}
    />
  );
});
