import { beforeAll, expect, test } from "vitest";
import { addPost, addRocks } from "#tests/setup/calls/rocks.ts";
import { call, setUpSite, site, statusOf } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => {
  addRocks(site, [[7], [8]]);
  addPost(site, { location: "Pier" });
  addPost(site, { location: "Quay" });
});

const LOOK_UPS = [
  ["/api/journey-admin", "uuid", "nobody"],
  ["/api/review", "uuid", "nobody"],
  ["/api/rocks", "rock_number", "4"],
] as const;

test("a list that is asked for one thing gives that one, or nothing, and refuses an empty value", async () => {
  for (const [path, name, unknown] of LOOK_UPS) {
    const ask = (value: string) =>
      call<object[]>(`GET ${path}?${name}=${value}`);
    expect([path, (await ask(unknown)).body]).toEqual([path, []]);
    expect([path, (await ask("")).status]).toEqual([path, 400]);
  }
  const { body } = await call<{ rock_number: number }[]>(
    "GET /api/rocks?rock_number=8",
  );
  expect(body.map(({ rock_number }) => rock_number)).toEqual([8]);
});

test("one find, one rock and one find of the review have addresses of their own", async () => {
  const finds = (await call("GET /api/journey-admin")).body;
  for (const { uuid } of finds)
    for (const path of ["/api/journey-admin/uuid", "/api/review"] as const)
      expect(
        (await call<{ uuid: string }>(`GET ${path}/${uuid}`)).body.uuid,
      ).toBe(uuid);
  const rock = await call<{ rock_number: number }>("GET /api/rocks/number/8");
  expect(rock.body.rock_number).toBe(8);
  for (const path of ["journey-admin/uuid/x", "review/x", "rocks/number/9"])
    expect([path, await statusOf(`GET /api/${path}`)]).toEqual([path, 404]);
});
