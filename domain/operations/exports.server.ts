import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { listFinds } from "../finds/admin-finds.server.ts";
import { PAGE_READ, readPages } from "../lists/paging.server.ts";
import { listRocks } from "../rocks/rocks.server.ts";

/** Rocks and journeys as files, for a table program or a map. */

type Value = string | number | boolean | null;

interface Feature {
  latitude: number | null;
  longitude: number | null;
  properties: Record<string, Value>;
}

const exports = {
  rocks: {
    read: readRocks,
    columns: ["rock_number", "artists", "comment", "create_dt"],
  },
  journeys: {
    read: readJourneys,
    columns: [
      "rock_number",
      "uuid",
      "date",
      "location",
      "comment",
      "name",
      "email",
      "show",
      "total_images",
      "create_dt",
    ],
  },
};
const writers = {
  csv: { type: "text/csv; charset=utf-8", write: writeCsv },
  geojson: { type: "application/geo+json", write: writeGeoJson },
};

/** The file of this name, as text that is read from the database while it is sent; undefined for none. */
export function findExport(file: string) {
  const [name = "", format = "", ...more] = file.split(".");
  if (
    more.length > 0 ||
    !Object.hasOwn(exports, name) ||
    !Object.hasOwn(writers, format)
  )
    return undefined;
  const { type, write } = writers[format as keyof typeof writers];
  const { read, columns } = exports[name as keyof typeof exports];
  return { type, text: write(read(), columns) };
}

/** The catalogue by number, each rock where it was last seen. */
async function* readRocks(): AsyncGenerator<Feature> {
  const pages = readPages((before) => {
    const { rocks, next } = listRocks({ limit: PAGE_READ, before });
    return { items: rocks, next };
  });
  for await (const rock of pages) {
    const pin = getDb().get<
      { latitude: number; longitude: number } | undefined
    >(
      sql`SELECT latitude, longitude FROM rock_pins WHERE rock_number = ${rock.rock_number} AND rock_number > 0`,
    );
    yield {
      latitude: pin?.latitude ?? null,
      longitude: pin?.longitude ?? null,
      properties: {
        rock_number: rock.rock_number,
        artists: rock.artists.map((artist) => artist.display_name).join(", "),
        comment: rock.comment,
        create_dt: rock.create_dt,
      },
    };
  }
}

/** All posts, hidden ones too, in the order in which they came. */
async function* readJourneys(): AsyncGenerator<Feature> {
  const pages = readPages((before) => {
    const { posts, next } = listFinds({
      limit: PAGE_READ,
      before,
      sort: "create_dt",
    });
    return { items: posts, next };
  });
  for await (const post of pages)
    yield {
      latitude: post.latitude,
      longitude: post.longitude,
      properties: {
        rock_number: post.rock_number,
        uuid: post.uuid,
        date: post.date,
        location: post.location,
        comment: post.comment,
        name: post.name,
        email: post.email,
        show: post.show,
        total_images: post.total_images,
        create_dt: post.create_dt,
      },
    };
}

async function* writeCsv(features: AsyncIterable<Feature>, columns: string[]) {
  yield `\ufeff${asLine([...columns, "latitude", "longitude"])}`;
  for await (const { latitude, longitude, properties } of features)
    yield asLine([
      ...columns.map((column) => properties[column] ?? null),
      latitude,
      longitude,
    ]);
}

const asLine = (values: Value[]) => `${values.map(asCell).join(",")}\r\n`;

/**
 * A table program takes text that begins like this for a formula, and visitors write texts. It may begin a
 * cell at another separator than the comma, and at a new line.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[,;\t\r\n])(?=[=+\-@])/g;

/** Numbers, such as coordinates, stay what they are. */
function asCell(value: Value) {
  const text = String(value ?? "");
  const safe = typeof value === "string" ? text.replace(FORMULA, "'") : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* writeGeoJson(features: AsyncIterable<Feature>) {
  yield '{"type":"FeatureCollection","features":[';
  let between = "\n";
  for await (const { latitude, longitude, properties } of features) {
    const geometry =
      latitude === null || longitude === null
        ? null
        : { type: "Point", coordinates: [longitude, latitude] };
    yield between + JSON.stringify({ type: "Feature", geometry, properties });
    between = ",\n";
  }
  yield "\n]}\n";
}
