import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import {
  dialog,
  holdBack,
  lightbox,
  listenForRequests,
  search,
  untilAlive,
  visit,
} from "#tests/setup/e2e/pages.ts";
import { press, pressLink, seesA } from "#tests/setup/e2e/steps.ts";

const open = () => page.locator("dialog:modal");
/** Android's close gesture arrives as the same event. */
const requestClose = () => page.keyboard.press("Escape");

/** Comes from another page, so that Back has somewhere to go. */
async function comeTo(path: string) {
  await page.goto("/privacy");
  await visit(path);
}

async function expectBackToLeave() {
  await page.goBack();
  await expect(page).toHaveURL("/privacy");
}

/** Leaves a dialog by its link, to the page of rock 7. */
async function followLinkOfDialog() {
  await comeTo("/track-the-rocks");
  await search("7");
  await pressLink("Follow its journey", { in: dialog("Rock 7") });
  await expect(page).toHaveURL("/rocks/7");
}

test.beforeEach(async () => {
  addRocks(site, [[7, "Mina"]]);
  await addPosts(site, [
    { rock: 7, comment: "On the wall.", at: [50, 8], pictures: 2 },
  ]);
});

for (const [path, picture] of chooseFew([
  ["/rocks/7", /^Open photograph 1 of 2/],
  ["/all-rocks", /^Open photograph: Rock: 7/],
  ["/track-the-rocks", /^Open photograph 1 of 2/],
] as const))
  test(`on ${path}, Back and the close gesture close the lightbox, and then Back leaves the page`, async () => {
    await comeTo(path);
    const asked = listenForRequests();
    const opener = page.getByRole("button", { name: picture });
    for (const close of [() => page.goBack(), requestClose]) {
      await opener.click();
      await expect(lightbox()).toBeVisible();
      await close();
      await expect(lightbox()).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await expect(opener).toBeFocused();
    }
    expect(asked.filter((url) => url.includes(`${path}.data`))).toEqual([]);
    await expectBackToLeave();
  });

test("each Back closes the topmost dialog, and Forward opens none again @soak", async () => {
  await comeTo("/track-the-rocks");
  await search("7");
  const popup = dialog("Rock 7");
  for (const name of [/^Open photograph 1 of 2/, /^On the wall/, /^See rock/])
    for (const close of [() => page.goBack(), requestClose]) {
      await press(name, { in: popup });
      await expect(open()).toHaveCount(2);
      await close();
      await expect(open()).toHaveCount(1);
      await expect(popup).toBeVisible();
    }
  await press(/^Open photograph 1/, { in: popup });
  await expect(open()).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(open()).toHaveCount(0);
  await page.goForward();
  await press("Search", { exact: true });
  await expect(open()).toHaveCount(1);
  await dialog("Search").getByRole("button", { name: "Close" }).last().click();
  await expect(open()).toHaveCount(0);
  await expectBackToLeave();
});

test("a link in a dialog leads on, Back leads to its page without the dialog, Forward to the link's page, and Back leaves a page that is still on its way", async () => {
  await followLinkOfDialog();
  await page.goBack();
  await expect(page).toHaveURL("/track-the-rocks");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("See");
  await expect(open()).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL("/rocks/7");
  const release = await holdBack("**/track-the-rocks.data*");
  await page.goBack();
  await expect(page).toHaveURL("/track-the-rocks");
  await expectBackToLeave();
  release();
});

test("a page that is loaded again under a dialog shows none, and Back leaves it @soak", async () => {
  await comeTo("/all-rocks");
  await press(/Rock: 7/);
  await expect(lightbox()).toBeVisible();
  await page.reload();
  await untilAlive(page);
  await expect(open()).toHaveCount(0);
  await page.waitForFunction(() => !history.state.dialogs);
  await expectBackToLeave();
});

/** Opens the page, and waits until it is alive. */
async function openAlivePage() {
  await page.goto("/share-your-rock");
  await press("Upload Your Rock");
  await expect(page.getByLabel("Rock Number")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("a press opens a dialog at once, and its fields follow", async () => {
  await openAlivePage();
  const opened = await page
    .getByRole("button", { name: "Upload Your Rock" })
    .evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      const dialog = document.querySelector("dialog:modal")!;
      return {
        hasFocus: dialog.contains(document.activeElement),
        name: dialog.querySelector("h2")!.textContent,
        fields: dialog.querySelectorAll("input").length,
      };
    });
  expect(opened).toEqual({
    hasFocus: true,
    name: "Upload Your Rock",
    fields: 0,
  });
  await expect(page.getByLabel("Rock Number")).toBeFocused();
});

test("a dialog closes before its fields have come, and the focus returns @soak", async () => {
  await openAlivePage();
  const button = page.getByRole("button", { name: "Upload Your Rock" });
  await button.evaluate(async (button: HTMLElement) => {
    button.focus();
    button.click();
    await Promise.resolve();
    document.querySelector("dialog:modal")!.dispatchEvent(new Event("cancel"));
  });
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
});

test("a button that is pressed before its page is alive does its work once it is", async () => {
  const goOn = await holdBack("**/assets/entry.client-*.js");
  await page.goto("/share-your-rock");
  await press("Upload Your Rock");
  await expect(page.getByRole("dialog")).toBeHidden();
  goOn();
  await seesA("dialog", "Upload Your Rock");
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  const menu = () => page.getByRole("button", { name: /the menu$/ });
  const isOpen = (open: boolean) =>
    expect(menu()).toHaveAttribute("aria-expanded", String(open));

  test("Back and the close gesture close the menu, a link in it leads on, and Back leads to its page without it", async () => {
    const link = (name: string) =>
      page.getByRole("list").getByRole("link", { name }).first();
    await comeTo("/track-the-rocks");
    for (const close of [
      () => page.goBack(),
      requestClose,
      () => menu().tap(),
    ]) {
      await menu().tap();
      await isOpen(true);
      await close();
      await isOpen(false);
      await expect(page).toHaveURL("/track-the-rocks");
    }
    await menu().tap();
    await link("Photos").tap();
    await expect(page).toHaveURL("/photos");
    await isOpen(false);
    await page.goBack();
    await expect(page).toHaveURL("/track-the-rocks");
    await isOpen(false);
    await expectBackToLeave();
  });

  test("a link of the menu to the page itself closes it, and Back then leaves @soak", async () => {
    await comeTo("/track-the-rocks");
    await menu().tap();
    await isOpen(true);
    await page
      .getByRole("list")
      .getByRole("link", { name: "Track The Rocks" })
      .first()
      .tap();
    await isOpen(false);
    await expectBackToLeave();
  });

  test("Back closes the list of languages and stays on the page", async () => {
    await comeTo("/all-rocks");
    const languages = page.getByRole("navigation", { name: "Language" });
    await page.locator(".languages summary").tap();
    await expect(languages).toBeVisible();
    await page.goBack();
    await expect(languages).toBeHidden();
    await expect(page).toHaveURL("/all-rocks");
    await expectBackToLeave();
  });
});
