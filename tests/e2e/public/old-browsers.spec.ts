import { listLanguages } from "../../../scripts/languages/list.mjs";
import { fixture } from "#tests/fixtures/index.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  drawOnlyInPage,
  formatsOfOldBrowser,
  lackModal,
} from "#tests/setup/e2e/old-browsers.ts";
import { fillForm } from "#tests/setup/e2e/share-form.ts";
import { fill, holds, press, pressLink, sees } from "#tests/setup/e2e/steps.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

test("a browser below the oldest that run the site reads its pages, and sends a find with the plain form", async () => {
  await page.addInitScript(lackModal);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/share-your-rock?r=741");
  const form = page.getByRole("form", { name: "Upload Your Rock" });
  await holds("Rock Number", "741", { in: form });
  await expect(
    page.getByRole("button", { name: /Upload Your Rock|Open the menu/ }),
  ).toHaveCount(0);
  await fill("Location", "Anstruther", { in: form });
  await fill("Comment", "Sent by an old phone.", { in: form });
  await form.getByLabel("Images").setInputFiles(fixture("plain.png"));
  await press("Submit", { in: form });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Thank You!",
  );
  expect(
    site.column("SELECT comment FROM rock_posts WHERE rock_number = 741"),
  ).toEqual(["Sent by an old phone."]);
  await page.goto("/map");
  await pressLink("See All Rocks");
  await expect(page).toHaveURL("/all-rocks");
});

test("a page in Arabic has the digits 0–9 and is what the server sent, whatever digits the browser has", async () => {
  await context.addInitScript(
    `Intl.NumberFormat = (${String(formatsOfOldBrowser)})()`,
  );
  await addPosts(site, [
    { rock: 7, location: "London", at: [51.5, -0.1] },
    { rock: 7, location: "Oslo", at: [59.9, 10.7], precision: 1000 },
  ]);
  const languages = isLongRun ? listLanguages() : ["ar"];
  for (const language of languages)
    for (const path of ["/rocks/7", "/track-the-rocks", "/map?list", "/"]) {
      const mark = path.includes("?") ? "&" : "?";
      await page.goto(`${path}${mark}lang=${language}`);
      await page.waitForFunction(() => window.earlyClick === null);
      expect(await page.innerText("main"), path).not.toMatch(/[٠-٩]/);
    }
});

test("faces are looked for in browsers that draw nothing beside the page", async () => {
  await page.addInitScript(drawOnlyInPage);
  const form = await fillForm("Found.", [fixture("plain.png")]);
  await form.getByRole("button", { name: /^Hide faces/ }).click();
  const editor = page.getByRole("dialog", { name: "Hide faces" });
  await sees("We found no face.", { in: editor });
  // The page behind can't be scrolled.
  await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
});
