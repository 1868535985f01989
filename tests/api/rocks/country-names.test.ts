import { expect, test } from "vitest";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

test.each(["/rocks/7", "/rocks/7/print"])(
  "%s names the countries in the visitor's language, and the API in English",
  async (path) => {
    await addPosts(site, [{ rock: 7, at: [52.52, 13.4] }]);
    const read = async (lang: string) =>
      (await site.fetch(`${path}?lang=${lang}`)).text();
    expect(await read("en")).toContain("Germany");
    expect(await read("fr")).toContain("Allemagne");
    expect(await read("fr")).not.toContain("Germany");
    const { body } = await call("GET /api/rock-posts/7/route");
    expect(body.countries).toEqual(["Germany"]);
  },
);

test("the search for towns, and the map's list, name countries in the language of the page", async () => {
  const [spot] = await addPosts(site, [
    { rock: 8, at: [50.93, 11.59], location: "" },
  ]);
  const read = async (address: string, language: string) =>
    (
      await site.fetch(address, { headers: { "Content-Language": language } })
    ).json() as Promise<{ country?: string; place?: string }[]>;
  expect(spot).toBeDefined();
  for (const [language, country] of [
    ["en", "Germany"],
    ["de", "Deutschland"],
    ["ja", "ドイツ"],
  ] as const) {
    for (const query of ["q=Jena", "near=50.93,11.59"])
      expect((await read(`/api/places?${query}`, language))[0]!.country).toBe(
        country,
      );
    expect(
      await read("/api/rock-posts/locations/places?pins=8", language),
    ).toEqual([{ pin: "8", place: `Jena, ${country}` }]);
  }
});
