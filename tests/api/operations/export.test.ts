import { beforeAll, expect, test } from "vitest";
import { send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
const FINDS = 1200;
beforeAll(async () => {
  site.alter(`INSERT INTO rocks (rock_number, comment, original_file, ready)
     VALUES (7, 'Blue, with a "star"', 'x.png', 1), (3, '=1+1', 'x.png', 1);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${FINDS})
     INSERT INTO rock_posts (uuid, rock_number, location, date, comment, name, email, show, latitude, longitude, precision)
     SELECT printf('00000000-0000-4000-8000-%012d', i), i % 9, 'Place ' || i, '2026-01-01T00:00:00Z',
            CASE i WHEN 1 THEN 'two' || char(10) || 'lines' ELSE '' END, '', '', i % 2,
            CASE WHEN i % 3 THEN 12.5 END, CASE WHEN i % 3 THEN -2.25 END,
            CASE WHEN i % 2 THEN 1000 ELSE 0 END FROM n;
     INSERT INTO rock_pins SELECT rps_key, rock_number, latitude, longitude FROM public_finds
      WHERE uuid = '00000000-0000-4000-8000-000000000007'`);
});

async function download(file: string) {
  const answer = await send(`GET /api/export/${file}`);
  // The bytes show the mark of UTF-8 at its beginning.
  const text = Buffer.from(await answer.bytes()).toString();
  return { type: answer.headers.get("content-type"), answer, text };
}

test("the CSV of rocks and journeys has a line for each, hidden posts included, with exact places that the public sees rounded", async () => {
  const rocks = await download("rocks.csv");
  expect(rocks.type).toBe("text/csv; charset=utf-8");
  expect(rocks.answer.headers.get("content-disposition")).toBe(
    'attachment; filename="rocks.csv"',
  );
  const [names, three, seven, ...more] = rocks.text.split("\r\n");
  expect(names).toBe(
    "\ufeffrock_number,artists,comment,create_dt,latitude,longitude,precision",
  );
  expect(three).toMatch(/^3,/);
  expect(seven).toMatch(/"Blue, with a ""star""",.*,12\.5,-2\.25,1000$/);
  expect(more).toEqual([""]);

  const { text } = await download("journeys.csv");
  const uuids = text.match(/0{8}-0000-4000-8000-\d{12}/g)!;
  expect(new Set(uuids).size).toBe(FINDS);
  expect(text.split("\r\n")).toHaveLength(FINDS + 2);
  for (const metres of [0, 1000]) {
    const places = new RegExp(`,12\\.5,-2\\.25,${metres}\r\n`, "g");
    expect(text.match(places)).toHaveLength(FINDS / 3);
  }
});

test("rocks and journeys as GeoJSON: a feature each, a point if it has coordinates", async () => {
  for (const [name, count] of [
    ["rocks", 2],
    ["journeys", FINDS],
  ] as const) {
    const { type, text } = await download(`${name}.geojson`);
    expect(type).toBe("application/geo+json");
    const collection = JSON.parse(text) as {
      type: string;
      features: { geometry: object | null }[];
    };
    expect(collection.type).toBe("FeatureCollection");
    expect(collection.features).toHaveLength(count);
    const places = collection.features.flatMap(
      ({ geometry }) => geometry ?? [],
    );
    const point = { type: "Point", coordinates: [-2.25, 12.5] };
    expect(places[0]).toEqual(point);
    if (name === "journeys") expect(places).toHaveLength((FINDS * 2) / 3);
  }
});
