import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { listFinds } from "../finds/admin/read-finds.server.ts";
import { findTexts } from "../finds/schemas.ts";
import { listHistory, type HistoryChanges } from "../finds/history.server.ts";
import { PAGE_READ, readPages } from "../lists/paging.server.ts";
import { listRocks } from "../rocks/rocks.server.ts";

type Value = string | number | boolean | null;

/** An exact place, and the precision at which the public may know it. */
interface Spot {
  latitude: number | null;
  longitude: number | null;
  /** 0 (exactly), or metres. */
  precision: number | null;
}

const NOWHERE: Spot = { latitude: null, longitude: null, precision: null };

interface Feature {
  spot: Spot;
  properties: Record<string, Value>;
}

const FIND_COLUMNS = [
  "rock_number",
  "uuid",
  "date",
  ...(Object.keys(findTexts) as (keyof typeof findTexts)[]),
  "show",
  "total_images",
  "create_dt",
  "lang",
] as const;

const HISTORY_COLUMNS = [
  "rock_number",
  "uuid",
  "at",
  "by",
  "what",
  "field",
  "before",
  "after",
] as const;

const exports = {
  rocks: {
    read: readRocks,
    columns: ["rock_number", "artists", "comment", "create_dt"],
    isPersonal: false,
  },
  // These have the finders' names and e-mail addresses.
  journeys: { read: readFinds, columns: FIND_COLUMNS, isPersonal: true },
  history: { read: readHistory, columns: HISTORY_COLUMNS, isPersonal: true },
};
const writers = {
  csv: { type: "text/csv; charset=utf-8", write: writeCsv },
  geojson: { type: "application/geo+json", write: writeGeoJson },
};

/** The file of this name, as text that is read from the database while it is sent; undefined if there is none. */
export function findExport(file: string) {
  const [name = "", format = "", ...more] = file.split(".");
  if (
    more.length > 0 ||
    !Object.hasOwn(exports, name) ||
    !Object.hasOwn(writers, format)
  )
    return undefined;
  const { type, write } = writers[format as keyof typeof writers];
  const { read, columns, isPersonal } = exports[name as keyof typeof exports];
  return { type, isPersonal, text: write(read(), columns) };
}

async function* readRocks(): AsyncGenerator<Feature> {
  const pages = readPages((before) => listRocks({ limit: PAGE_READ, before }));
  for await (const rock of pages) {
    const last = getDb().get<Spot | undefined>(
      sql`SELECT p.latitude, p.longitude, p.precision FROM rock_pins k JOIN rock_posts p USING (rps_key)
           WHERE k.rock_number = ${rock.rock_number} AND k.rock_number > 0`,
    );
    yield {
      spot: last ?? NOWHERE,
      properties: {
        rock_number: rock.rock_number,
        artists: rock.artists.map((artist) => artist.display_name).join(", "),
        comment: rock.comment,
        create_dt: rock.create_dt,
      },
    };
  }
}

const listAllFinds = () =>
  readPages((before) =>
    listFinds({ limit: PAGE_READ, before, sort: "create_dt" }),
  );

async function* readFinds(): AsyncGenerator<Feature> {
  for await (const find of listAllFinds())
    yield {
      spot: find,
      properties: Object.fromEntries(
        FIND_COLUMNS.map((column) => [column, find[column]]),
      ),
    };
}

/** History of each find, oldest first: a line for each field that changed, or one without a field. */
async function* readHistory(): AsyncGenerator<Feature> {
  for await (const find of listAllFinds()) {
    const { rock_number, uuid } = find;
    for (const { at, by, what, changes } of listHistory(find.rps_key).reverse())
      for (const [field, [before, after]] of listChanges(changes)) {
        const which = { rock_number, uuid, at, by, what };
        yield { spot: find, properties: { ...which, field, before, after } };
      }
  }
}

const listChanges = (
  changes: HistoryChanges,
): [string | null, [Value, Value]][] =>
  Object.keys(changes).length > 0
    ? Object.entries(changes)
    : [[null, [null, null]]];

async function* writeCsv(
  features: AsyncIterable<Feature>,
  columns: readonly string[],
) {
  yield `\ufeff${asLine([...columns, "latitude", "longitude", "precision"])}`;
  for await (const { spot, properties } of features)
    yield asLine([
      ...columns.map((column) => properties[column] ?? null),
      spot.latitude,
      spot.longitude,
      spot.precision,
    ]);
}

const asLine = (values: Value[]) => `${values.map(asCell).join(",")}\r\n`;

/** Visitors write the texts, and a spreadsheet runs such a beginning as a formula, in some also after `;` and tabs. */
const FORMULA = /^(?=[=+\-@\t\r])|(?<=[,;\t\r\n])(?=[=+\-@])/g;

/** Numbers, such as negative coordinates, stay as they are. */
function asCell(value: Value) {
  const text = String(value ?? "");
  const safe = typeof value === "string" ? text.replace(FORMULA, "'") : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* writeGeoJson(features: AsyncIterable<Feature>) {
  yield '{"type":"FeatureCollection","features":[';
  let between = "\n";
  for await (const { spot, ...feature } of features) {
    const { latitude, longitude, precision } = spot;
    const geometry =
      latitude === null || longitude === null
        ? null
        : { type: "Point", coordinates: [longitude, latitude] };
    const properties = { ...feature.properties, precision };
    yield between + JSON.stringify({ type: "Feature", geometry, properties });
    between = ",\n";
  }
  yield "\n]}\n";
}
