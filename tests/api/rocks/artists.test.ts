import { expect, test } from "vitest";
import type { User } from "#domain/artists/answers.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const add = async (fields: Record<string, unknown>) =>
  (await call("POST /api/users", fields)).body;
const list = async (sort = "") =>
  (await call<User[]>(`GET /api/users${sort && `?sort=${sort}`}`)).body;

test("GET /api/users begins with UNKNOWN in whatever order", async () => {
  await add({ display_name: "Aaron", relation: "Uncle", dob: "1980-05-06" });
  await add({ display_name: "zoe", relation: "Cousin", dob: "2015-02-28" });
  const namesBy = async (sort: string) =>
    (await list(sort)).map(({ display_name }) => display_name);
  expect(await namesBy("")).toEqual(["UNKNOWN", "Aaron", "zoe"]);
  expect(await namesBy("-display_name")).toEqual(["UNKNOWN", "zoe", "Aaron"]);
  expect(await namesBy("dob")).toEqual(["UNKNOWN", "Aaron", "zoe"]);
  expect(await namesBy("age")).toEqual(["UNKNOWN", "zoe", "Aaron"]);
  expect(await namesBy("-age")).toEqual(["UNKNOWN", "Aaron", "zoe"]);
  expect((await call("GET /api/users?sort=secret")).status).toBe(400);
});

test("POST /api/users answers 201 with the user; a day of birth is kept to the day", async () => {
  const { status, body } = await call("POST /api/users", {
    display_name: "Ida",
    relation: "Cousin",
    dob: "2017-01-01",
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    display_name: "Ida",
    relation: "Cousin",
    dob: "2017-01-01",
  });
  expect((await list()).find(({ ra_key }) => ra_key === body.ra_key)).toEqual(
    body,
  );
});

test("a name that is taken, in whatever case, is refused with 409", async () => {
  const maren = await add({ display_name: "Maren" });
  const other = await add({ display_name: "Walt" });
  for (const answer of [
    await call("POST /api/users", { display_name: "MAREN" }),
    await call(`PUT /api/users/${other.ra_key}`, {
      display_name: "maren",
    }),
  ]) {
    expect(answer.status).toBe(409);
    expect(Object.keys(answer.body.fields!)).toEqual(["display_name"]);
  }
  const renamed = await call(`PUT /api/users/${maren.ra_key}`, {
    display_name: "MAREN",
  });
  expect([renamed.status, renamed.body.display_name]).toEqual([200, "MAREN"]);
});

test("UNKNOWN can be neither renamed nor deleted, and may have a relation", async () => {
  const unknown = (await list())[0]!;
  const path = `/api/users/${unknown.ra_key}`;
  expect((await call(`PUT ${path}`, { display_name: "Known" })).status).toBe(
    409,
  );
  expect((await call(`DELETE ${path}`)).status).toBe(409);
  expect(
    (
      await call<User>(`PUT ${path}`, {
        display_name: "UNKNOWN",
        relation: "Nobody knows",
      })
    ).body.relation,
  ).toBe("Nobody knows");
});

test("DELETE /api/users/{ra_key} answers 204, and 404 once nobody is there", async () => {
  const user = await add({ display_name: "Passing" });
  const path = `/api/users/${user.ra_key}`;
  expect((await call(`DELETE ${path}`)).status).toBe(204);
  expect((await call(`DELETE ${path}`)).status).toBe(404);
  expect((await call(`PUT ${path}`, { display_name: "x" })).status).toBe(404);
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
  await call(`DELETE /api/users/${zed.ra_key}`);
  expect(await namesOf()).toBe("UNKNOWN");
});
