import { beforeAll, expect, test } from "vitest";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(async () => {
  site.alter(`INSERT INTO rocks (rock_number, comment, original_file, ready)
     VALUES (7, 'Blue, with a "star"', 'x.png', 1), (3, '=1+1', 'x.png', 1);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO rock_posts (uuid, rock_number, location, date, comment, name, email, show, latitude, longitude, precision)
     SELECT printf('00000000-0000-4000-8000-%012d', i), i % 9, 'Place ' || i, '2026-01-01T00:00:00Z',
            CASE i WHEN 1 THEN 'two' || char(10) || 'lines' ELSE '' END, '', '', i % 2,
            CASE WHEN i % 3 THEN 12.5 END, CASE WHEN i % 3 THEN -2.25 END,
            CASE WHEN i % 2 THEN 1000 ELSE 0 END FROM n;
     INSERT INTO rock_pins SELECT rps_key, rock_number, latitude, longitude FROM public_finds
      WHERE uuid = '00000000-0000-4000-8000-000000000007'`);
});

const download = (file: string, method = "GET") =>
  site.fetch(`/api/export/${file}`, { method, headers: { cookie } });

test("rocks as CSV: one line each by number, quoted, and no cell a formula", async () => {
  const answer = await download("rocks.csv");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="rocks.csv"',
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe(
    "rock_number,artists,comment,create_dt,latitude,longitude,precision",
  );
  expect(lines[1]).toMatch(/^3,UNKNOWN,'=1\+1,|^3,,'=1\+1,/);
  expect(lines[2]).toContain('"Blue, with a ""star"""');
  // Where it exactly was, although the public sees it less exactly.
  expect(
    lines.slice(1, 3).map((line) => /(,[^,]*){3}$/.exec(line)![0]),
  ).toEqual([",,,", ",12.5,-2.25,1000"]);
});

test("journeys as CSV: every post once, hidden ones too", async () => {
  const text = await (await download("journeys.csv")).text();
  const uuids = [...text.matchAll(/0{8}-0000-4000-8000-\d{12}/g)].map(
    ([uuid]) => uuid,
  );
  expect(new Set(uuids).size).toBe(1200);
  expect(uuids).toHaveLength(1200);
  expect(text).toContain('"two\nlines"');
  expect(text.split("\r\n")).toHaveLength(1202);
  expect(text).toMatch(/,latitude,longitude,precision\r\n/);
  expect(text.match(/,12\.5,-2\.25,1000\r\n/g)).toHaveLength(400);
  expect(text.match(/,12\.5,-2\.25,0\r\n/g)).toHaveLength(400);
});

test.each(["rocks", "journeys"])(
  "%s as GeoJSON: a feature each, a point if it has coordinates",
  async (name) => {
    const answer = await download(`${name}.geojson`);
    expect(answer.headers.get("content-type")).toBe("application/geo+json");
    const { type, features } = (await answer.json()) as {
      type: string;
      features: {
        geometry: { type: string; coordinates: number[] } | null;
        properties: Record<string, unknown>;
      }[];
    };
    expect(type).toBe("FeatureCollection");
    expect(features).toHaveLength(name === "rocks" ? 2 : 1200);
    if (name === "rocks") return;
    const places = features.map(({ geometry }) => geometry);
    expect(places.filter((place) => place === null)).toHaveLength(400);
    expect(places.find((place) => place !== null)).toEqual({
      type: "Point",
      coordinates: [-2.25, 12.5],
    });
    const precisions = features.map(({ properties }) => properties.precision);
    expect(precisions.filter((metres) => metres === 1000)).toHaveLength(600);
  },
);

test("asked for its head alone it sends no body; another name gets 404", async () => {
  const head = await download("rocks.csv", "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const file of ["users.csv", "rocks.xml", "rocks", "rocks.csv.csv"])
    expect([file, (await download(file)).status]).toEqual([file, 404]);
});
