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
