import { useLingui } from "@lingui/react";
import type { I18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { pinKey, type MapPin } from "#domain/finds/packed-pins.ts";
import { PAGE_MAX } from "#domain/core/limits.ts";
import { addressOf, read } from "#app/components/api/send.ts";
import { formatPlace } from "#app/components/language/places.ts";

const PLACES = addressOf("GET /api/rock-posts/locations/places", {});

/** Returns place names by `pinKey`. A name that is still loading is missing. After a failure the coordinates take its place. */
export function usePinPlaces(pins: MapPin[]): ReadonlyMap<string, string> {
  const { i18n } = useLingui();
  const [places, setPlaces] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => {
    const wanted = pins
      .filter((pin) => !places.has(pinKey(pin)))
      .slice(0, PAGE_MAX);
    if (wanted.length === 0) return;
    const left = new AbortController();
    void fetchPlaces(i18n, wanted, left.signal).then((found) => {
      if (!left.signal.aborted)
        setPlaces((known) => new Map([...known, ...found]));
    });
    return () => left.abort();
  }, [i18n, pins, places]);

  return places;
}

async function fetchPlaces(i18n: I18n, pins: MapPin[], signal: AbortSignal) {
  const names = new Map<string, string>();
  try {
    const found = await read(
      "GET /api/rock-posts/locations/places",
      { query: { pins: pins.map(pinKey).join(",") } },
      signal,
    );
    for (const { pin, place } of found) names.set(pin, place);
  } catch (error) {
    if (!signal.aborted) console.error(`Error loading ${PLACES}`, error);
  }
  return pins.map((pin): [string, string] => {
    const key = pinKey(pin);
    return [key, names.get(key) || formatPlace(i18n, pin)];
  });
}
