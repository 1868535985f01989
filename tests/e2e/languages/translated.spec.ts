import { isLongRun } from "#tests/setup/seeds.ts";
import { PAGES } from "#app/pages.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { goTo, signInByForm } from "#tests/setup/calls/admin.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { HARBOUR_SPOT, photograph } from "#tests/fixtures/photo-of-place.ts";
import { placeOf } from "#tests/setup/e2e/place.ts";
import { COMPUTER, PHONE } from "#tests/setup/e2e/screens.ts";
import {
  files,
  holdPictures,
  openForm,
  sending,
  submit,
  thanks,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import { fill, press, pressLink, sees } from "#tests/setup/e2e/steps.ts";
import { dialog, lightbox, search } from "#tests/setup/e2e/pages.ts";

const ADMIN_SCREENS = PAGES.filter(({ nav }) => nav === "admin")
  .map(({ label }) => label!)
  .reverse();

/**
 * Has every page translated as a browser does it: the page is of another language, and each text, also one that comes
 * later, is taken out, and two `<font>` elements with its translation are put in its place. Here that has the same words.
 */
const translatePages = () =>
  context.addInitScript(() => {
    const untouched = "script, style, noscript, textarea, title, svg";
    const translate = (text: Node) => {
      const parent = text.parentElement;
      if (!parent || parent.tagName === "FONT" || parent.closest(untouched))
        return;
      const outer = document.createElement("font");
      const inner = outer.appendChild(document.createElement("font"));
      inner.textContent = text.textContent;
      text.parentNode!.replaceChild(outer, text);
    };
    const translateIn = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      found.forEach(translate);
    };
    const start = () => {
      document.documentElement.lang = "tr";
      translateIn(document.body);
      new MutationObserver((changes) =>
        changes.forEach(({ target, type, addedNodes }) =>
          type === "characterData"
            ? translate(target)
            : addedNodes.forEach(translateIn),
        ),
      ).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    };
    const untilAlive = setInterval(() => {
      if (window.earlyClick !== null) return;
      clearInterval(untilAlive);
      start();
    }, 10);
  });

/** Expects the page to be translated as a whole, and to have failed nowhere. */
async function expectTranslated() {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const left =
          "//body//text()[not(ancestor::font|ancestor::script|ancestor::style|ancestor::noscript|ancestor::textarea|ancestor::title|ancestor::*[local-name()='svg'])]";
        return document.evaluate(`count(${left})`, document).numberValue;
      }),
    )
    .toBe(0);
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
}

async function visitTranslated(path: string) {
  await page.goto(path);
  await expectTranslated();
}

/** Chromium's own translation needs the Internet. */
test.beforeEach(translatePages);

test("links and the form's button lead on from a page that the browser translates", async () => {
  await visitTranslated("/");
  await pressLink("Track The Rocks");
  await sees("See Robin's Rocks");
  await visitTranslated("/qr?r=7");
  await pressLink("Upload Your Rock");
  await expect(dialog("Upload Your Rock")).toContainText("0 of 5");
});

test.describe("the form", () => {
  test.use({
    viewport: PHONE,
    permissions: ["geolocation"],
    geolocation: { ...HARBOUR_SPOT, accuracy: 12 },
  });

  test("counts pictures, asks the device, sends a find and thanks, in a page that the browser translates", async () => {
    const form = await openForm();
    await expectTranslated();
    await expect(form).toContainText("0 of 5");
    await files(form).setInputFiles([
      await photograph("a.jpeg"),
      await photograph("b.jpeg"),
    ]);
    await expect(form).toContainText("2 of 5");
    await press(/^Remove image 1/, { in: form });
    await expect(form).toContainText("1 of 5");
    await files(form).setInputFiles([await photograph("c.jpeg")]);
    await press("Use my location", { in: placeOf(form) });
    await expect(placeOf(form)).toContainText("Near Anstruther");
    await press("Leave it out", { in: placeOf(form) });
    await expect(placeOf(form)).not.toContainText("Near Anstruther");
    await press("Type a town", { in: placeOf(form) });
    await placeOf(form).getByRole("combobox").fill("Pittenw");
    await placeOf(form).getByRole("option").first().click();
    await press("Use ‘Pittenweem", { in: form });
    await fill("Comment", "Translated.", { in: form });
    await expect(form).toContainText("Still needed: the rock number");
    await fill("Rock Number", "214", { in: form });
    await expect(form).toContainText("Ready when you are.");

    const release = await holdPictures(1);
    await submit(form).click();
    await expect(sending()).toContainText("Uploading picture 1 of 2");
    await expectTranslated();
    release();
    await expect(thanks()).toContainText("Rock 214 has begun a new journey");
    await expectTranslated();
    await press("Your finds", { in: thanks() });
    await expect(yourFinds()).toContainText("Rock 214");
    await expectTranslated();
  });
});

test("dialogs, the lightbox and the map work in a translated page @soak", async () => {
  addRocks(site, [[7, "Ida"]]);
  await addPosts(site, [
    { rock: 7, at: [56.2, -2.7], pictures: 2 },
    { rock: 8, at: [48.85, 2.35] },
  ]);
  await page.setViewportSize(PHONE);
  await visitTranslated("/track-the-rocks");
  await search("7");
  await expect(dialog("Rock 7")).toContainText("Journey: 1");
  await page.locator("dialog .journey-thumbs button").first().click();
  await expect(lightbox()).toContainText("1 / 2");
  await page.keyboard.press("ArrowRight");
  await expect(lightbox()).toContainText("2 / 2");
  await page.setViewportSize(COMPUTER);
  await visitTranslated("/map");
  await fill("Find a place or a rock number", "Paris");
  await page.locator(".map-places button").first().click();
  await sees("1 rock in view of 2");
  await fill("Find a place or a rock number", "8");
  await page.keyboard.press("Enter");
  await expect(dialog(/^Rock 8/)).toContainText("Journey: 1");
  await page.keyboard.press("Escape");
  await expectTranslated();
});

test("the sign-in, an admin's table and dialog, and the review work in a translated page", async () => {
  addRocks(site, [[7, "Ida"]]);
  await addPosts(site, [
    { rock: 7, location: "Pier", show: false },
    { rock: 7, location: "Wall", show: false },
  ]);
  await signInByForm("Users");
  await expectTranslated();
  await press("Edit Ida");
  const editor = page.getByRole("dialog", { name: "Edit User" });
  await fill("Relation", "Cousin", { in: editor });
  await press("Save", { in: editor });
  await expect(page.getByRole("row", { name: /Ida/ })).toContainText("Cousin");
  await pressLink("Relation");
  await expect(
    page.getByRole("columnheader", { name: /Relation/ }),
  ).toContainText("↑");
  for (const screen of isLongRun ? ADMIN_SCREENS : ADMIN_SCREENS.slice(-2)) {
    await goTo(screen);
    await expectTranslated();
  }

  await pressLink("Look at them");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("1 of 2");
  await page.keyboard.press("s");
  await expect(heading).toContainText("2 of 2");
  await page.keyboard.press("h");
  await expect(page.locator("main")).toContainText("Nothing is waiting.");
  await page.keyboard.press("u");
  await expect(heading).toContainText("2 of 2");
  await expectTranslated();
});

test("every page of a visitor is left by its menu after it was translated @soak", async () => {
  await addPosts(site, [{ rock: 7, at: [56.2, -2.7] }]);
  for (const path of publicAddresses) {
    await visitTranslated(path);
    await page.locator(".site-brand").click();
    await expect(page.locator(".home-title")).toBeVisible();
    await expectTranslated();
  }
});
