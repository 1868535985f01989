import { expect, test } from "vitest";
import { startSite } from "#tests/setup/processes/site.ts";

test("a site whose password is made of its own names doesn't start, and says why in one line without it", async () => {
  const env = { ADMIN_PASSWORD: "Wrens Rocks!", SITE_NAME: "Wren’s Rocks" };
  const said = await startSite({ env }).then(
    ({ stop }) => stop().then(() => "it started"),
    (error: Error) => error.message,
  );
  expect(said.split("\n").filter((line) => line.includes("names"))).toEqual([
    expect.stringMatching(
      /^ADMIN_PASSWORD is set to something it can't be.*made of the site’s own names/,
    ),
  ]);
  expect(said).not.toContain(env.ADMIN_PASSWORD);
});
