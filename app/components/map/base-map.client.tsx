import { geoJSON, svg, type GeoJSON } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { cutAtDateLine } from "./cut-at-date-line.ts";
import countries from "world-atlas/countries-110m.json?url";

const PANE = "base";
/** Countries drawn before the page may do something else. */
const AT_ONCE = 20;
const CREDIT =
  '<a href="https://www.naturalearthdata.com">Natural Earth</a>, <a href="https://www.geonames.org">GeoNames</a>';

/** The countries' outlines under the tiles, so that there is a map where tiles don't come. */
export function BaseMap() {
  const map = useMap();

  useEffect(() => {
    const left = new AbortController();
    if (!map.getPane(PANE)) map.createPane(PANE).style.zIndex = "150";
    map.attributionControl?.addAttribution(CREDIT);
    const layer = geoJSON(undefined, {
      pane: PANE,
      interactive: false,
      style: {
        className: "land",
        renderer: svg({ pane: PANE, padding: 0.5 }),
      } as object,
    }).addTo(map);
    void drawCountries(layer, left.signal).catch((error: unknown) => {
      if (!left.signal.aborted)
        console.error("Error loading the base map", error);
    });
    return () => {
      left.abort();
      layer.remove();
      map.attributionControl?.removeAttribution(CREDIT);
    };
  }, [map]);

  return null;
}

async function drawCountries(layer: GeoJSON, signal: AbortSignal) {
  const response = await fetch(countries, { signal });
  const atlas = (await response.json()) as Topology;
  const { features } = feature(
    atlas,
    atlas.objects.countries as GeometryCollection,
  );
  for (let from = 0; from < features.length; from += AT_ONCE) {
    for (const country of features.slice(from, from + AT_ONCE))
      layer.addData(cutAtDateLine(country));
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}
