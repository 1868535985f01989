import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import {
  areDrawn,
  fill,
  holds,
  leadsTo,
  press,
  pressLink,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import { holdBack, listenForRequests } from "#tests/setup/e2e/pages.ts";
import {
  expectAccessible,
  expectNothingWider,
} from "#tests/setup/e2e/screens.ts";
import {
  expectArrived,
  fillForm,
  openForm,
  readStored,
  submit,
  takePhoto,
  thanks,
} from "#tests/setup/e2e/share-form.ts";

/** Sends a find of this finder. Returns the address of its page. */
async function sendOwn(images?: string[], fields: object = {}) {
  const own = { ...ownFields, ...fields };
  const { uuid } = await site.addFind(own, images);
  await site.untilIdle();
  return `/finds/${uuid}#${FIND_KEY}`;
}

const photographs = () => page.locator(".finder-photos img");

test("a finder sees on the find's own page whether it waits or is shown, and corrects it there", async () => {
  await page.goto(await sendOwn());
  await sees("It is waiting, with 1 image");
  await areDrawn(photographs());

  site.alter("UPDATE rock_posts SET show = 1");
  await page.reload();
  await sees("It is on the site, with 1 image");
  await fill("Location", "Crail harbour");
  await fill("Rock Number", "215");
  await press("Save");
  await expect(page.getByText("Saved.")).toBeInViewport();
  await sees("It is waiting, with 1 image");
  await page.reload();
  await holds("Location", "Crail harbour");
});

test("the page of a find says without its key what it is and leads on, to the find itself if this device has sent it", async () => {
  const [address, key] = (await sendOwn()).split("#") as [string, string];
  await page.goto(address);
  await sees("Only the whole link opens it");
  await sees(
    "The phone or computer that you sent it from knows the whole link",
  );
  const main = page.getByRole("main");
  await leadsTo("/share-your-rock", "Share Your Rock", { in: main });
  await leadsTo("/", "Go to the home page", { in: main });
  await expectAccessible();
  await page.evaluate(
    ([uuid, findKey]) =>
      localStorage.setItem(
        "your_finds",
        JSON.stringify([{ uuid, findKey, rockNumber: 214 }]),
      ),
    [address.split("/").at(-1), key],
  );
  await page.goto(`${address}#00000000000000000000000000000000`);
  const list = "/share-your-rock#your-finds";
  await leadsTo(list, "Your finds on this device", { in: main });
  await pressLink("It was sent from this device: open it");
  await sees("It is waiting, with 1 image");
});

test("unsaved corrections ask before a link leaves the page", async () => {
  await page.goto(await sendOwn());
  await fill("Location", "Crail harbour");
  await press("Save");
  await sees("Saved.");
  await fill("Location", "Pittenweem");
  const said = answerDialogs(false, true);
  await page.locator(".site-brand").click();
  await holds("Location", "Pittenweem");
  await page.locator(".site-brand").click();
  await expect(page).toHaveURL("/");
  expect(said).toHaveLength(2);
});

test("a finder sees the own photographs while the find is hidden, and opens them large @soak", async () => {
  const address = await sendOwn(["orientation-6.jpg", "plain.png"]);
  const addresses = listenForRequests();
  await page.goto(address);
  await areDrawn(photographs(), 2);

  await press(/^Open photograph 2: /);
  const current = page.locator(".lightbox .yarl__slide_current img");
  await expect(current).toHaveAttribute("alt", /^Rock \d+, /);
  await expect(current).toHaveAttribute("src", /^blob:/);
  await page.goBack();
  await expect(page.locator(".lightbox")).toBeHidden();
  await expect(photographs()).toHaveCount(2);
  expect(addresses.filter((asked) => asked.includes("/webp/"))).toHaveLength(2);
  expect(addresses.filter((asked) => asked.includes(FIND_KEY))).toEqual([]);
});

test("find and photograph are asked for before the page's scripts have come, each once @soak", async () => {
  const address = await sendOwn(["plain.png"]);
  const addresses = listenForRequests();
  const release = await holdBack("**/assets/*.js");
  const picture = page.waitForResponse(/\/sm\//);
  await page.goto(address, { waitUntil: "commit" });
  expect((await picture).status()).toBe(200);
  await expect(photographs()).toHaveCount(0);

  release();
  await areDrawn(photographs());
  expect(
    addresses.filter((asked) => asked.includes("/api/finds/")),
  ).toHaveLength(2);
  expect(addresses.filter((asked) => asked.includes(FIND_KEY))).toEqual([]);
  expect(site.lines.filter((line) => line.includes(FIND_KEY))).toEqual([]);
});

const descriptions = () =>
  site.column(
    "SELECT description FROM rock_post_images WHERE replaces IS NULL ORDER BY rpi_key",
  );

test("the admin changes what pictures show, in words, in the dialog, and the review says them @soak", async () => {
  const described = { descriptions: '["A gull"]' };
  await sendOwn(["plain.png", "greyscale.jpg"], described);
  await openAdmin("Journey");
  await seesA("button", "See A gull large");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const field = dialog.getByLabel("What plain.png shows");
  await expect(field).toHaveValue("A gull");
  await field.fill("A heron");
  await field.press("Enter");
  await expect.poll(() => descriptions()).toEqual(["A heron", ""]);
  await seesA("button", "See A heron large", { in: dialog });
  await openAdmin("Review");
  await seesA("button", /A heron: see/);
  await expect(page.locator("q", { hasText: "A heron" })).toBeVisible();
});

test.use({ serviceWorkers: "block" });

test("what a picture shows is asked for once, kept in the draft and in the queue, and sent with its picture @soak", async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  const photos = [await takePhoto("one.jpg"), await takePhoto("two.jpg")];
  let form = await fillForm("Described.", photos);
  const second = () => form.getByLabel("What is in photo 2 of 2?");
  await second().fill("Two gulls on a roof");
  await seesA("img", "Two gulls on a roof", { in: form });
  await expectAccessible();
  await expectNothingWider();

  form = await openForm();
  await expect(second()).toHaveValue("Two gulls on a roof");
  await context.setOffline(true);
  await submit(form).click();
  await expect
    .poll(async () => (await readStored()).finds)
    .toMatchObject([
      {
        pictures: [{ description: "" }, { description: "Two gulls on a roof" }],
      },
    ]);
  await context.setOffline(false);
  await expect(thanks()).toBeVisible();
  await expectArrived("Described.", photos);
  expect(descriptions()).toEqual(["", "Two gulls on a roof"]);
});
