import type { FileChooser } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
} from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";
import { untilAlive } from "#tests/setup/browser/rocks.ts";
import { sending, thanks } from "#tests/setup/browser/share-form.ts";
import { tabTo } from "#tests/setup/browser/tab-to.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";

test.use({ serviceWorkers: "block" });

test("a find is sent by keyboard alone, and each step of it is read in its order", async () => {
  // Listens early, because Chromium reports file choosers only a moment after the first listener is added.
  const chosen = new Promise<FileChooser>((resolve) =>
    page.once("filechooser", resolve),
  );
  await addPosts(site, [{ rock: 7, at: [59.9, 10.7] }]);

  await page.goto("/qr?r=7");
  await untilAlive(page);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - heading "Robin's Rocks" [level=1]
    - complementary "You found rock 7":
      - heading "You found rock 7" [level=2]
      - paragraph: It has been on one journey. You can start the next.
      - button "Close this greeting"
      - link "Upload Your Rock"
      - link "See where it has been"
    - button "Scroll down to Robin's story"
    - heading "The boy with the heavy pockets" [level=2]
    - link "Share Your Rock"
  `);
  await tabTo("Skip to the content");
  await tabTo("Upload Your Rock");
  await page.keyboard.press("Enter");

  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(form.getByLabel("Rock Number")).toBeFocused();
  await expect(form.getByLabel("Rock Number")).toHaveValue("7");
  await tabTo("Select Images");
  await page.keyboard.press("Enter");
  await (await chosen).setFiles([fixture("plain.png"), fixture("alpha.png")]);
  await expect(form.getByText("2 of 5")).toBeVisible();
  await tabTo("What is in photo 1 of 2?");
  await page.keyboard.type("A gull");
  await tabTo("Location");
  await page.keyboard.type("A bench");
  await tabTo("Type a town");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Paris");
  await expect(form.getByRole("listbox", { name: "Towns" }))
    .toMatchAriaSnapshot(`
    - listbox "Towns":
      - option "Paris France" [selected]
      - option "Paris Texas, United States"
  `);
  await page.keyboard.press("Enter");
  await tabTo("Comment");
  await page.keyboard.type("Found by keyboard.");
  await expect(form.getByRole("application")).toBeVisible();
  await expect(form).toMatchAriaSnapshot(`
    - dialog "Upload Your Rock":
      - /children: deep-equal
      - heading "Upload Your Rock" [level=2]
      - button "Close"
      - group:
        - paragraph: Rock Number
        - spinbutton "Rock Number": "7"
        - group "Images":
          - paragraph: Images required 2 of 5
          - list:
            - listitem:
              - img "A gull"
              - button "Remove image 1, plain.png"
            - listitem:
              - img "Photo 2 of 2"
              - button "Remove image 2, alpha.png"
            - listitem:
              - button "Select Images"
          - paragraph: What is in it? A few words for people who can’t see it, if you like.
          - textbox "What is in photo 1 of 2?": A gull
          - textbox "What is in photo 2 of 2?"
        - paragraph: Location
        - textbox "Location": A bench
        - group "On the map":
          - paragraph: On the map optional
          - application "Map. Arrow keys move the stone, plus and minus zoom, Enter sets it.":
            - button "Zoom in"
            - button "Zoom out"
            - link "Leaflet"
            - link "Natural Earth"
            - text: ","
            - link "GeoNames"
            - text: ", ©"
            - link "OpenStreetMap"
            - status: Others see this wide circle
          - status:
            - paragraph: Paris, France from the town you typed
          - button "Leave it out"
          - button "Use my location"
          - button "Type a town"
          - group "How exactly may others know?":
            - text: How exactly may others know?
            - radio "exactly"
            - text: exactly
            - radio "about 1 km"
            - text: about 1 km
            - radio "about 10 km" [checked]
            - text: about 10 km
        - paragraph: Comment
        - textbox "Comment": Found by keyboard.
        - paragraph: Date
        - textbox "Date": /\\d{4}-\\d{2}-\\d{2}/
        - paragraph: Name optional
        - textbox "Name"
        - paragraph: Email optional
        - textbox "Email"
        - paragraph: If you give it, we may contact you.
        - paragraph:
          - link "Privacy (opens in a new tab)"
          - text: says what we keep and who sees it.
      - paragraph: Ready when you are.
      - button "Submit"
  `);

  const release = await holdBack("**/api/upload-rock");
  await tabTo("Submit");
  await page.keyboard.press("Enter");
  const heading = sending().getByRole("heading");
  await expect(heading).toHaveText("Uploading your find");
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAttribute("aria-live", "polite");
  await expect(sending()).toMatchAriaSnapshot(`
    - dialog "Uploading your find":
      - /children: deep-equal
      - heading "Uploading your find" [level=2]
      - list:
        - listitem:
          - paragraph: "Picture 1: There"
        - listitem:
          - paragraph: "Picture 2: There"
      - progressbar "Sent of the find"
      - paragraph: /100 % is there/
      - paragraph: /^You can leave/
      - button "Continue in the background"
  `);
  release();

  await expect(thanks().getByRole("heading")).toBeFocused();
  await expect(thanks()).toMatchAriaSnapshot(`
    - dialog "Thank You!":
      - /children: deep-equal
      - heading "Thank You!" [level=2]
      - button "Close"
      - paragraph: Rock 7 has begun a new journey, and you are part of it.
      - paragraph: Somebody looks at every find before it appears on the site. Then it is on the map, as a circle of about 10 km.
      - list:
        - listitem: Take the rock to a new place and post again.
        - listitem: Or leave it there for the next finder.
        - listitem:
          - button "Follow our social group"
          - text: to see where the other rocks are.
        - listitem:
          - text: Would you like a new rock? Write to
          - link "hello@example.org"
          - text: .
      - paragraph:
        - link "Your find has its own page (opens in a new tab)"
        - text: ": see how it is doing, correct it or delete it."
      - button "Done"
      - button "Your finds on this device"
  `);
  await tabTo("Your finds on this device");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { name: "Your finds on this device" }),
  ).toBeFocused();
  await expect(page.getByRole("region", { name: "Your finds on this device" }))
    .toMatchAriaSnapshot(`
    - heading "Your finds on this device" [level=2]
    - list:
      - listitem:
        - link "Rock 7"
        - text: /A bench, /
        - paragraph: "Rock 7: Waiting"
        - paragraph: Somebody looks at it first.
  `);
  await site.untilIdle();
  await tabTo("Rock 7");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Your find" [level=1]
      - status: It is waiting, with 2 images. Somebody looks at every find before it appears on the site.
      - list:
        - listitem:
          - 'button "Open photograph 1: A gull"'
        - listitem:
          - 'button /Open photograph 2: Rock 7, A bench, /'
      - group:
        - spinbutton "Rock Number": "7"
        - textbox "Location": A bench
        - textbox "Comment": Found by keyboard.
        - textbox "Date"
        - textbox "Name"
        - textbox "Email"
        - textbox "What is in photo 1 of 2?": A gull
        - textbox "What is in photo 2 of 2?"
        - paragraph:
          - button "Save"
          - button "Delete this find"
  `);
});
