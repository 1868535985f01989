import type { Spot } from "#core/precision.ts";
import type { MapPin } from "#domain/finds/packed-pins.ts";

/** The part of the world that a map shows. Degrees, WGS 84. */
export interface Viewport {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

export const WHOLE_WORLD: Viewport = {
  west: -180,
  south: -90,
  east: 180,
  north: 90,
  zoom: 2,
};

export const ZOOM_MAX = 18;

export interface Cluster extends Spot {
  id: number;
  count: number;
}

export interface VisiblePins {
  pins: MapPin[];
  clusters: Cluster[];
}

export const NO_PINS: VisiblePins = { pins: [], clusters: [] };

export interface PinList {
  /** The first of them, by rock number. */
  pins: MapPin[];
  total: number;
}

/** A list that a search or the map's view has narrowed. */
export interface FilteredPins extends PinList {
  /** Number of its rocks with a number. The others are finds whose number nobody could read. */
  numbered: number;
  allNumbered: number;
}

/** A source of pins: a short list in the page, or a worker that holds very many. */
export interface PinSource {
  total: number;
  visiblePins(viewport: Viewport): Promise<VisiblePins>;
  /** The pins in view. With a number, the pins of the whole world whose number begins with it. */
  list(
    viewport: Viewport,
    number: string,
    limit: number,
  ): Promise<FilteredPins>;
  /** The zoom at which a cluster falls apart; more than `ZOOM_MAX` if it never does. */
  openingZoom(cluster: Cluster): Promise<number>;
  pinsOfCluster(cluster: Cluster, limit: number): Promise<PinList>;
}

export function listPins(
  pins: MapPin[],
  viewport: Viewport,
  number: string,
  limit: number,
): FilteredPins {
  const matching =
    number === ""
      ? pins.filter((pin) => isInView(pin, viewport))
      : pins.filter((pin) => String(pin.rock_number).startsWith(number));
  return {
    pins: matching.slice(0, limit),
    total: matching.length,
    numbered: countNumbered(matching),
    allNumbered: countNumbered(pins),
  };
}

const countNumbered = (pins: MapPin[]) =>
  pins.filter(({ rock_number }) => rock_number > 0).length;

const isInView = ({ latitude, longitude }: MapPin, viewport: Viewport) =>
  latitude >= viewport.south &&
  latitude <= viewport.north &&
  longitude >= viewport.west &&
  longitude <= viewport.east;

/** Shows every pin by itself. A map with few pins needs no clusters. */
export function createPinSource(pins: MapPin[]): PinSource {
  return {
    total: pins.length,
    visiblePins: async () => ({ pins, clusters: [] }),
    list: async (viewport, number, limit) =>
      listPins(pins, viewport, number, limit),
    openingZoom: async () => ZOOM_MAX,
    pinsOfCluster: async () => ({ pins: [], total: 0 }),
  };
}
