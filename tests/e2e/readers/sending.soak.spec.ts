import type { FileChooser } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { sending, thanks } from "#tests/setup/e2e/share-form.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { holdBack, tabTo, untilAlive } from "#tests/setup/e2e/pages.ts";
import { hasFocus, holds, sees, seesA } from "#tests/setup/e2e/steps.ts";

test.use({ serviceWorkers: "block" });

test("a find is sent by keyboard alone, and each step of it is read in its order", async () => {
  // Listens early, because Chromium reports file choosers only a moment after the first listener is added.
  const chosen = new Promise<FileChooser>((resolve) =>
    page.once("filechooser", resolve),
  );
  await addPosts(site, [{ rock: 7, at: [59.9, 10.7] }]);
  await page.goto("/qr?r=7");
  await untilAlive(page);
  await tabTo("Skip to the content");
  await tabTo("Upload Your Rock");
  await page.keyboard.press("Enter");

  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(form.getByLabel("Rock Number")).toBeFocused();
  await holds("Rock Number", "7", { in: form });
  await tabTo("Select Images");
  await page.keyboard.press("Enter");
  await (await chosen).setFiles([fixture("plain.png"), fixture("alpha.png")]);
  await sees("2 of 5", { in: form });
  await tabTo("What is in photo 1 of 2?");
  await page.keyboard.type("A gull");
  await tabTo("Location");
  await page.keyboard.type("A bench");
  await tabTo("Type a town");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Paris");
  await seesA("option", "Paris France", { in: form });
  await page.keyboard.press("Enter");
  await tabTo("Comment");
  await page.keyboard.type("Found by keyboard.");
  await expect(form.getByRole("application")).toBeVisible();
  await expect(form).toMatchAriaSnapshot(`
    - dialog "Upload Your Rock":
      - heading "Upload Your Rock" [level=2]
      - button "Close"
      - group:
        - spinbutton "Rock Number": "7"
        - group "Images":
          - list:
            - listitem:
              - img "A gull"
              - button "Remove image 1, plain.png"
            - listitem:
              - img "Photo 2 of 2"
              - button "Remove image 2, alpha.png"
            - listitem:
              - button "Select Images"
          - textbox "What is in photo 1 of 2?": A gull
          - textbox "What is in photo 2 of 2?"
        - textbox "Location": A bench
        - group "On the map":
          - application "Map. Arrow keys move the stone, plus and minus zoom, Enter sets it."
          - status:
            - paragraph: Paris, France from the town you typed
          - group "How exactly may others know?":
            - radio "about 10 km" [checked]
        - textbox "Comment": Found by keyboard.
        - textbox "Date"
        - textbox "Name"
        - textbox "Email"
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
  await expect(sending().getByRole("listitem")).toHaveText([
    /Picture 1: There/,
    /Picture 2: There/,
  ]);
  await expect(sending().getByRole("progressbar")).toHaveAccessibleName(
    "Sent of the find",
  );
  release();

  await expect(thanks().getByRole("heading")).toBeFocused();
  await tabTo("Your finds on this device");
  await page.keyboard.press("Enter");
  await hasFocus("heading", "Your finds on this device");
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
      - group:
        - spinbutton "Rock Number": "7"
        - textbox "Location": A bench
        - textbox "What is in photo 1 of 2?": A gull
        - paragraph:
          - button "Save"
          - button "Delete this find"
  `);
});
