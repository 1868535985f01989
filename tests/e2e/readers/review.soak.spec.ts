import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  seesA,
} from "#tests/setup/browser/browser.ts";
import { tabTo } from "#tests/setup/browser/tab-to.ts";
import { LASTING_SESSIONS, openAdmin } from "#tests/setup/calls/admin.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";

test.use({ siteEnv: LASTING_SESSIONS });

const suggestion = {
  latitude: 56.2218,
  longitude: -2.701,
  accuracy: 12.4,
  source: "photo",
  precision: 1000,
};

const heading = (name: RegExp | string) =>
  page.getByRole("heading", { level: 1, name });

test("finds are reviewed by keyboard alone, and each step of it is read in its order", async () => {
  addRocks(site, [[7, "Grandma June"]]);
  await addPosts(site, [
    {
      ...{ rock: 7, date: "2026-05-01", location: "Frogner" },
      ...{ at: [59.9, 10.7], pictures: 1 },
    },
  ]);
  await site.sendFind(
    {
      ...{ ...findFields, rockNumber: "7", location: "Lighthouse steps" },
      descriptions: JSON.stringify(["A gull", ""]),
      suggestion: JSON.stringify(suggestion),
    },
    ["plain.png", "alpha.png"],
  );
  await addPosts(site, [
    { rock: 7, date: "2026-05-18", location: "A wall", show: false },
  ]);
  await site.untilIdle();

  await openAdmin(page, site);
  await expect(page.getByRole("region", { name: "2 finds are waiting" }))
    .toMatchAriaSnapshot(`
    - region "2 finds are waiting":
      - /children: deep-equal
      - heading "2 finds are waiting" [level=2]
      - paragraph: The oldest since today
      - link "Look at them"
      - list:
        - listitem:
          - link "Rock 7 Lighthouse steps"
        - listitem:
          - link "Rock 7 A wall"
  `);
  await tabTo("Look at them");
  await page.keyboard.press("Enter");

  await seesA("link", "OpenStreetMap");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - /children: deep-equal
      - status
      - link "Back to the dashboard"
      - 'heading /^1 of 2 ?: Rock 7, Lighthouse steps$/ [level=1]'
      - button "Undo the last decision" [disabled]
      - region "Photographs":
        - 'button "Photograph 1 of 2, A gull: see it large"':
          - img "A gull"
        - 'button "Photograph 1: A gull"'
        - 'button "Photograph 2: Rock 7, Lighthouse steps, 17 May 2026"'
        - paragraph:
          - text: Described as A gull.
          - switch "Letter keys" [checked]: Letter keys on
      - region "The rock in the catalogue":
        - heading "In the catalogue" [level=2]
        - button "See the catalogue picture of rock 7 large"
        - text: "7"
        - paragraph: Painted by Grandma June
        - paragraph: 1 journey since 1 May 2026
        - heading "This find" [level=3]
        - paragraph: 886 km in 16 days
        - heading "Its last stop" [level=3]
        - paragraph:
          - strong: Frogner
          - text: 1 May 2026
        - img "Rock 7, Frogner, 1 May 2026"
      - region "What the finder says":
        - text: Rock
        - textbox "Rock Number": "7"
        - paragraph: 17 May 2026, no name given
        - paragraph: Lighthouse steps
        - group "Map":
          - link "Leaflet"
          - link "Natural Earth"
          - text: ","
          - link "GeoNames"
          - text: ", ©"
          - link "OpenStreetMap"
        - paragraph: From the photograph, good to 12 m
        - paragraph: "The finder chose about 1 km: the circle is what others see"
        - button "Change the place of Lighthouse steps"
        - blockquote: “It was sitting on the harbour wall.”
        - paragraph:
          - button "Keep hidden for good"
          - text: Corrections of its finder are kept, but don’t bring it back here.
        - button "Show"
        - button "Keep hidden"
        - button "Edit"
      - status
      - status
  `);
  await tabTo("Map");
  await page.keyboard.press("ArrowRight");
  await tabTo(/^Show/);
  await page.keyboard.press("Enter");

  await expect(heading(/^2 of 2.*A wall$/)).toBeFocused();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - button "Undo the last decision"
    - region "Photographs":
      - paragraph: It came without a picture.
    - region "What the finder says":
      - textbox "Rock Number": "7"
      - paragraph: 18 May 2026, no name given
      - paragraph: A wall
      - paragraph: Nobody says where on the map it was. It can be shown without.
      - button "Set the place of A wall"
    - status:
      - paragraph:
        - text: Rock 7 is shown.
        - button "Undo"
  `);
  await tabTo(/^Keep hidden(?! for)/);
  await page.keyboard.press("Enter");

  await expect(heading("All done")).toBeFocused();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - heading "All done" [level=1]
    - button "Undo the last decision"
    - img "A gull"
    - heading "Nothing is waiting." [level=2]
    - paragraph: The newest find is from Lighthouse steps.
    - link "See it on the map"
    - link "Dashboard"
    - status:
      - paragraph:
        - text: Rock 7 stays hidden.
        - button "Undo"
  `);
  await tabTo("Undo");
  await page.keyboard.press("Enter");
  await expect(heading(/^2 of 2.*A wall$/)).toBeFocused();
  await tabTo("Undo the last decision");
  await page.keyboard.press("Enter");
  await expect(heading(/^1 of 2.*Lighthouse steps$/)).toBeFocused();
});
