import { svg, type LatLngTuple } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import { fetchWorld } from "./fetch-world.ts";

const PANE = "base";
/** The north-west corner of Web Mercator. */
const CORNER: LatLngTuple = [85.0511288, -180];
const CREDIT =
  '<a href="https://www.naturalearthdata.com">Natural Earth</a>, <a href="https://www.geonames.org">GeoNames</a>';

/** Draws the countries' outlines under the tiles, so that there is a map even without tiles. */
export function BaseMap() {
  const map = useMap();

  useEffect(() => {
    const left = new AbortController();
    const pane = map.getPane(PANE) ?? map.createPane(PANE);
    pane.style.zIndex = "150";
    map.attributionControl?.addAttribution(CREDIT);
    const renderer = svg({ pane: PANE, padding: 0.5 }).addTo(map);
    const frame = pane.querySelector("svg")!;
    // Without words, this pane and that of lines and circles are nothing but unnamed pictures.
    for (const drawn of [pane, map.getPane("overlayPane")!])
      drawn.setAttribute("aria-hidden", "true");
    fetchWorld(left.signal).then(
      (world) => {
        const across = world.viewBox.baseVal.width;
        const drawVisiblePart = () => {
          const { x, y, width, height } = frame.viewBox.baseVal;
          const corner = map.latLngToLayerPoint(CORNER);
          const unit = across / map.options.crs!.scale(map.getZoom());
          const visible = [x - corner.x, y - corner.y, width, height];
          world.setAttribute("viewBox", visible.map((n) => n * unit).join(" "));
          for (const [name, value] of Object.entries({ x, y, width, height }))
            world.setAttribute(name, String(value));
        };
        drawVisiblePart();
        renderer.on("update", drawVisiblePart);
        frame.append(world);
      },
      (error: unknown) => {
        if (!left.signal.aborted)
          console.error("Error loading the base map", error);
      },
    );
    return () => {
      left.abort();
      renderer.remove();
      map.attributionControl?.removeAttribution(CREDIT);
    };
  }, [map]);

  return null;
}
