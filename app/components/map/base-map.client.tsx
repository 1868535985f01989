import { svg, type LatLngTuple } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import land from "#app/assets/land.svg?url";

const PANE = "base";
/** Where Web Mercator begins. */
const CORNER: LatLngTuple = [85.0511288, -180];
const CREDIT =
  '<a href="https://www.naturalearthdata.com">Natural Earth</a>, <a href="https://www.geonames.org">GeoNames</a>';

/** The countries' outlines under the tiles, so that there is a map where tiles don't come. */
export function BaseMap() {
  const map = useMap();

  useEffect(() => {
    const left = new AbortController();
    const pane = map.getPane(PANE) ?? map.createPane(PANE);
    pane.style.zIndex = "150";
    map.attributionControl?.addAttribution(CREDIT);
    const renderer = svg({ pane: PANE, padding: 0.5 }).addTo(map);
    const frame = pane.querySelector("svg")!;
    fetchWorld(left.signal).then(
      (world) => {
        const across = world.viewBox.baseVal.width;
        const look = () => {
          const { x, y, width, height } = frame.viewBox.baseVal;
          const corner = map.latLngToLayerPoint(CORNER);
          const unit = across / map.options.crs!.scale(map.getZoom());
          const seen = [x - corner.x, y - corner.y, width, height];
          world.setAttribute("viewBox", seen.map((n) => n * unit).join(" "));
          for (const [name, value] of Object.entries({ x, y, width, height }))
            world.setAttribute(name, String(value));
        };
        look();
        renderer.on("update", look);
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

/** The whole world, drawn ahead: to compute its shapes here kept a phone busy for 0.2 s. */
async function fetchWorld(signal: AbortSignal) {
  const response = await fetch(land, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const { documentElement: world } = new DOMParser().parseFromString(
    await response.text(),
    "image/svg+xml",
  );
  // A network that asks to be signed in to answers with a page of its own.
  if (!(world instanceof SVGSVGElement))
    throw new Error("the answer was no picture");
  return world;
}
