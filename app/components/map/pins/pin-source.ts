import type { MapPin } from "#domain/finds/packed-pins.ts";

/** What a map shows. Degrees, WGS 84. */
export interface MapView {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

export const WHOLE_WORLD: MapView = {
  west: -180,
  south: -90,
  east: 180,
  north: 90,
  zoom: 2,
};

/** The map goes no nearer. */
export const ZOOM_MAX = 18;

/** Pins too near to each other to be shown one by one. */
export interface Pile {
  id: number;
  count: number;
  latitude: number;
  longitude: number;
}

export interface Sight {
  pins: MapPin[];
  piles: Pile[];
}

export const NOTHING: Sight = { pins: [], piles: [] };

export interface PinList {
  /** The first of them, by rock number. */
  pins: MapPin[];
  total: number;
}

/** Where pins come from: a short list of them here, or a worker that keeps very many. */
export interface PinSource {
  total: number;
  /** What stands on the map. */
  look(view: MapView): Promise<Sight>;
  /** Those in view, or, where a number is given, those of the whole world whose number begins with it. */
  list(view: MapView, number: string, limit: number): Promise<PinList>;
  /** The zoom at which a pile falls apart; more than `ZOOM_MAX` where it never does. */
  openingZoom(pile: Pile): Promise<number>;
  pinsOf(pile: Pile, limit: number): Promise<PinList>;
}

export function listPins(
  pins: MapPin[],
  view: MapView,
  number: string,
  limit: number,
): PinList {
  const matching =
    number === ""
      ? pins.filter((pin) => isInView(pin, view))
      : pins.filter((pin) => String(pin.rock_number).startsWith(number));
  return { pins: matching.slice(0, limit), total: matching.length };
}

const isInView = ({ latitude, longitude }: MapPin, view: MapView) =>
  latitude >= view.south &&
  latitude <= view.north &&
  longitude >= view.west &&
  longitude <= view.east;

/** Every pin by itself, wherever one looks: a map that shows few of them piles none. */
export function shortPinSource(pins: MapPin[]): PinSource {
  return {
    total: pins.length,
    look: async () => ({ pins, piles: [] }),
    list: async (view, number, limit) => listPins(pins, view, number, limit),
    openingZoom: async () => ZOOM_MAX,
    pinsOf: async () => ({ pins: [], total: 0 }),
  };
}
