import { expect, test } from "vitest";
import type { User } from "#domain/artists/answers.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import {
  call,
  expectStatuses,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const add = async (fields: Record<string, unknown>) =>
  (await call("POST /api/users", fields)).body;
const list = async (sort = "") =>
  (await call<User[]>(`GET /api/users${sort && `?sort=${sort}`}`)).body;

test("GET /api/users begins with UNKNOWN in whatever order", async () => {
  const aaron = { display_name: "Aaron", relation: "Uncle", dob: "1980-05-06" };
  const zoe = { display_name: "zoe", relation: "Cousin", dob: "2015-02-28" };
  for (const artist of [aaron, zoe])
    expect(await add(artist)).toMatchObject(artist);
  for (const [sort, names] of [
    ["", "UNKNOWN Aaron zoe"],
    ["-display_name", "UNKNOWN zoe Aaron"],
    ["dob", "UNKNOWN Aaron zoe"],
    ["age", "UNKNOWN zoe Aaron"],
    ["-age", "UNKNOWN Aaron zoe"],
  ] as const) {
    const listed = (await list(sort)).map(({ display_name }) => display_name);
    expect(listed.join(" "), sort).toBe(names);
  }
});

test("a name that is taken, in whatever case, is refused with 409", async () => {
  const maren = await add({ display_name: "Maren" });
  const other = await add({ display_name: "Walt" });
  for (const request of ["POST /api/users", `PUT /api/users/${other.ra_key}`]) {
    const { status, body } = await call(request, { display_name: "MAREN" });
    expect(status).toBe(409);
    expect(body).toHaveProperty("fields.display_name");
  }
  const own = { display_name: "MAREN" };
  const renamed = await call(`PUT /api/users/${maren.ra_key}`, own);
  expect(renamed.body).toMatchObject(own);
});

test("UNKNOWN can be neither renamed nor deleted, and may have a relation", async () => {
  const [unknown] = await list();
  const path = `/api/users/${unknown!.ra_key}`;
  await expectStatuses([
    [`PUT ${path}`, 409, { display_name: "Known" }],
    [`DELETE ${path}`, 409],
  ]);
  const own = { display_name: "UNKNOWN", relation: "Nobody knows" };
  expect((await call(`PUT ${path}`, own)).body).toMatchObject(own);
});

test("the catalogue's names and order follow a renamed and a deleted artist", async () => {
  addRocks(site, [[7, "Zed"]]);
  const zed = (await list()).find(
    ({ display_name }) => display_name === "Zed",
  )!;
  const namesOf = async () =>
    (await call("GET /api/rock-posts/allrocks")).body[0]!.artists;
  expect(await namesOf()).toBe("Zed");
  await call(`PUT /api/users/${zed.ra_key}`, { display_name: "Zola" });
  expect(await namesOf()).toBe("Zola");
  expect(await statusOf(`DELETE /api/users/${zed.ra_key}`)).toBe(204);
  expect(await namesOf()).toBe("UNKNOWN");
});
