import { expect, test } from "vitest";
import { startSite } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

test.each([
  ["Password123", "many people use it"],
  ["Wrens Rocks!", "made of the site’s own names"],
])(
  "a site whose password is %s doesn't start, and says why in one line without it",
  async (password, why) => {
    const starting = forThisTest(
      startSite({
        env: { ADMIN_PASSWORD: password, SITE_NAME: "Wren’s Rocks" },
      }),
    );
    const said = await starting.then(
      () => "it started",
      (error: Error) => error.message,
    );
    const lines = said.split("\n").filter((line) => line.includes(why));
    expect(lines).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD is set to something it can't be/),
    ]);
    expect(said).not.toContain(password);
  },
);
