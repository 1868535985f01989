import { expect, test } from "vitest";
import { call, type Refused, setUpSite } from "#tests/setup/vitest/site.ts";

setUpSite();

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
const post = {
  rock_number: 1,
  location: "Here",
  date: "2026-05-17",
  comment: "There it lay.",
};

test.each<[what: string, method: string, path: string, body: unknown]>([
  ["a missing name", "POST", "/api/users", {}],
  ["a blank name", "POST", "/api/users", { display_name: " " }],
  ["a name that is a number", "POST", "/api/users", { display_name: 5 }],
  ["a list", "POST", "/api/users", []],
  [
    "a day that does not exist",
    "POST",
    "/api/users",
    { display_name: "A", dob: "2026-02-30" },
  ],
  [
    "a day that is a number",
    "POST",
    "/api/users",
    { display_name: "A", dob: 7 },
  ],
  ["an album's name", "POST", "/api/albums", { name: "The Sea" }],
  ["a show that is text", "POST", "/api/albums", { name: "sea", show: "yes" }],
  ["a folder that is none", "POST", "/api/create-images", { path: "/etc" }],
  ["a folder that is a number", "POST", "/api/create-images", { path: 5 }],
  [
    "one coordinate",
    "PUT",
    "/api/journey-admin/1",
    { ...post, latitude: 1, longitude: null },
  ],
  [
    "coordinates in words",
    "PUT",
    "/api/journey-admin/1",
    { ...post, coordinates: "here, there" },
  ],
  [
    "a place that is text",
    "PUT",
    "/api/journey-admin/1",
    { ...post, latitude: "1", longitude: 2 },
  ],
  [
    "no_place as text",
    "PUT",
    "/api/journey-admin/1",
    { ...post, no_place: "yes" },
  ],
  ["a rock without anything", "POST", "/api/rocks", form({ comment: "" })],
  [
    "artists in words",
    "POST",
    "/api/rocks",
    form({ rock_number: "1", artist_keys: "Ann" }),
  ],
  ["a find without anything", "POST", "/api/upload-rock", form({ name: "" })],
  [
    "a find with a broken place",
    "POST",
    "/api/upload-rock",
    form({ rockNumber: "1", location: "x", comment: "x", suggestion: "{}" }),
  ],
  ["an order of words", "POST", "/api/albums/reorder-all", { order: ["a"] }],
  ["a limit of 1000", "GET", "/api/rocks?limit=1000", undefined],
  ["a sort by nothing", "GET", "/api/rocks?sort=x", undefined],
  ["a cursor of nothing", "GET", "/api/rocks?before=x", undefined],
])(
  "%s is refused with sentences for a person",
  async (_what, method, path, body) => {
    const { status, body: refused } = await call<Refused>(
      `${method} ${path}`,
      body,
    );
    expect(status).toBe(400);
    const names = Object.keys(refused.fields ?? {});
    for (const said of [
      refused.error,
      ...Object.values(refused.fields ?? {}),
    ]) {
      expect(said).toMatch(/^[A-Z−\d].*[.!?]$/);
      expect(said).not.toMatch(/^Invalid|Expected|received/);
      for (const name of names)
        expect(said.startsWith(`${name}:`), said).toBe(false);
    }
    expect(names.length).toBeGreaterThan(0);
  },
);

test("one coordinate alone is asked for the other", async () => {
  const { body } = await call("PUT /api/journey-admin/1", {
    ...post,
    latitude: 1,
    longitude: null,
  });
  expect(body).toEqual({
    error: "Enter both latitude and longitude.",
    fields: { coordinates: "Enter both latitude and longitude." },
  });
});
