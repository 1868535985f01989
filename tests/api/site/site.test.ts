import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});

test("the texts are read, saved and previewed; a stale save is refused", async () => {
  const before = await call("GET /api/site-texts");
  const etag = before.headers.get("etag")!;
  const save = (hero_title: string | null, ifMatch: string) =>
    call(
      "PUT /api/site-texts",
      { hero_title },
      { cookie, "If-Match": ifMatch },
    );
  const saved = await save("Rocks by the sea", etag);
  expect([saved.status, saved.body.hero_title]).toEqual([
    200,
    "Rocks by the sea",
  ]);
  expect((await save("Another", etag)).status).toBe(409);
  const reset = await save(null, saved.headers.get("etag")!);
  expect(reset.body.hero_title).toBe(before.body.hero_title);

  const long = await save("x".repeat(81), "*");
  expect([long.status, Object.keys(long.body.fields!)]).toEqual([
    400,
    ["hero_title"],
  ]);
  const preview = await call("POST /api/site-texts/preview", {
    text: "**Sea**",
  });
  expect(preview.body).toEqual({ html: "<p><strong>Sea</strong></p>\n" });
});

test("a picture takes the place of the one that ships, and gives it back", async () => {
  const logo = async () =>
    (await call("GET /api/site-pictures")).body.find(
      ({ name }) => name === "logo",
    );
  expect(await logo()).toMatchObject({ own: false, ready: true });

  const form = new FormData();
  const image = await readFile(fixture("plain.png"));
  form.set("image", new Blob([image]), "plain.png");
  expect((await call("PUT /api/site-pictures/logo", form)).status).toBe(202);
  await site.untilIdle();
  expect(await logo()).toMatchObject({ own: true, ready: true, error: null });

  expect((await call("DELETE /api/site-pictures/logo")).status).toBe(204);
  expect(await logo()).toMatchObject({ own: false, version: null });
  const unknown = await call("PUT /api/site-pictures/map", new FormData());
  expect(unknown.status).toBe(404);
});
