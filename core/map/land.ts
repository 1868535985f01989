import { geoTransform, type GeoProjection } from "d3-geo";
import { feature } from "topojson-client";
import countries from "world-atlas/countries-50m.json?raw";

type Topology = Parameters<typeof feature>[0];
type Objects = Extract<
  Parameters<typeof feature>[1],
  { type: "GeometryCollection" }
>;

interface Polygon {
  type: "Polygon";
  coordinates: number[][][];
}

/** Degrees. */
interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

const readAtlas = () =>
  JSON.parse(countries) as Topology & {
    objects: { countries: Objects };
  };

let polygons: (Polygon & { box: Box })[] | undefined;

/** The countries that may be seen in a box, which may reach beyond ±180. */
export function listCountries(seen: Box): Polygon[] {
  polygons ??= readCountries();
  return polygons.filter(({ box }) => {
    const apart = (box.west + box.east - seen.west - seen.east) / 2;
    const reach = (box.east - box.west + seen.east - seen.west) / 2;
    return (
      Math.abs(apart - 360 * Math.round(apart / 360)) <= reach &&
      box.south <= seen.north &&
      box.north >= seen.south
    );
  });
}

function readCountries() {
  const atlas = readAtlas();
  return feature(atlas, atlas.objects.countries).features.flatMap(
    ({ geometry }) => {
      if (geometry.type === "Polygon") return [withBox(geometry.coordinates)];
      return geometry.type === "MultiPolygon"
        ? geometry.coordinates.map(withBox)
        : [];
    },
  );
}

/** Land that crosses the date line has a box around the world. Antarctica's first ring is the pole. */
function withBox(coordinates: number[][][]) {
  const points = coordinates.flat();
  const longitudes = points.map(([longitude]) => longitude!);
  const latitudes = points.map(([, latitude]) => latitude!);
  return {
    type: "Polygon" as const,
    coordinates,
    box: {
      west: Math.min(...longitudes),
      east: Math.max(...longitudes),
      south: Math.min(...latitudes),
      north: Math.max(...latitudes),
    },
  };
}

/** Projects without the points that are closer than `detail` to the one before. */
export function withoutDetail(projection: GeoProjection, detail: number) {
  let at: [x: number, y: number] | undefined;
  const { stream } = geoTransform({
    lineStart() {
      at = undefined;
      this.stream.lineStart();
    },
    point(x, y) {
      if (at && Math.hypot(x - at[0], y - at[1]) < detail) return;
      at = [x, y];
      this.stream.point(x, y);
    },
  });
  return {
    stream: (to: Parameters<typeof stream>[0]) => projection.stream(stream(to)),
  };
}
