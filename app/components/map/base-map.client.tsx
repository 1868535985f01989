import { geoJSON, svg } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { cutAtDateLine } from "./cut-at-date-line.ts";
import countries from "world-atlas/countries-110m.json?url";

const PANE = "base";
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
    void drawCountries(left.signal).then(
      (shapes) => left.signal.aborted || layer.addData(shapes),
      (error: unknown) => {
        if (!left.signal.aborted)
          console.error("Error loading the base map", error);
      },
    );
    return () => {
      left.abort();
      layer.remove();
      map.attributionControl?.removeAttribution(CREDIT);
    };
  }, [map]);

  return null;
}

async function drawCountries(signal: AbortSignal) {
  const response = await fetch(countries, { signal });
  const atlas = (await response.json()) as Topology;
  const { features } = feature(
    atlas,
    atlas.objects.countries as GeometryCollection,
  );
  return {
    type: "FeatureCollection" as const,
    features: features.map(cutAtDateLine),
  };
}
