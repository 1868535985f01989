import type { Blur } from "#core/blurs.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";
import {
  fill,
  hasFocus,
  holds,
  press,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";

test.use({
  hasTouch: true,
  viewport: { width: 390, height: 780 },
  serviceWorkers: "block",
});

const FACE: Blur = [0.1, 0.1, 0.2, 0.2];
const editor = () => page.getByRole("dialog", { name: "Hide faces" });
const row = () =>
  site.query(
    "SELECT location, comment, blurs, description FROM rock_posts JOIN rock_post_images USING (rps_key)",
  )[0] as Record<string, string>;

/** Sends a find of this finder, and opens its page. */
async function openOwn() {
  const { uuid } = await site.addFind(ownFields, ["plain.png"]);
  await site.untilIdle();
  await page.goto(`/finds/${uuid}#${FIND_KEY}`);
  await seesA("button", /^Hide faces/);
}

async function drawFace() {
  await page.getByRole("button", { name: /^Hide faces/ }).tap();
  await sees("We found no face.", { in: editor() });
  await editor().getByRole("button", { name: "Add" }).tap();
}
const done = () => editor().getByRole("button", { name: "Done" }).tap();

test("what was typed and drawn without a connection is kept, said to be not saved, and saved by the next tab", async () => {
  await openOwn();
  await drawFace();
  await page.route(/\/api\/finds\//, (route) => route.abort());
  await done();
  await sees("The site could not be reached.", { in: editor() });
  await editor().getByRole("button", { name: "Close" }).tap();
  await expect(editor()).toBeHidden();
  await seesA("button", /^1 face hidden/);
  await fill("Location", "Crail harbour");
  await press("Save");
  await sees("This is not saved yet.");
  await sees("What you changed is kept on this device.");
  const address = page.url();

  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  await holds("Location", "Crail harbour", { in: next });
  await seesA("button", /^1 face hidden/, { in: next });
  await sees("This is not saved yet.", { in: next });
  await press("Save", { in: next });
  await sees("Saved.", { in: next });
  expect(row()).toMatchObject({ location: "Crail harbour" });
  expect(JSON.parse(row().blurs!)).toHaveLength(1);
  await next.reload();
  await holds("Location", "Crail harbour", { in: next });
  await expect(next.getByText("This is not saved yet.")).toBeHidden();
});

test("a save is sent by itself when the connection is back", async () => {
  await openOwn();
  await context.setOffline(true);
  await fill("Location", "Crail harbour");
  await press("Save");
  await sees("This is not saved yet.");
  await context.setOffline(false);
  await sees("Saved.");
  expect(row()).toMatchObject({ location: "Crail harbour" });
});

test("two versions are shown side by side, by touch and by keys, and what the family has hidden stays hidden", async () => {
  await openOwn();
  site.alter(
    `UPDATE rock_posts SET location = 'Anstruther harbour', comment = 'Sent in May.';
     UPDATE rock_post_images SET blurs = '${JSON.stringify([FACE])}'`,
  );
  await fill("Location", "Crail");
  await drawFace();
  await done();
  await expect(editor()).toBeHidden();
  await hasFocus("heading", "Somebody has changed this find meanwhile.");
  const panel = page.locator(".finder-conflict");
  await sees("Anstruther harbour", { in: panel });
  await sees("Sent in May.", { in: panel });
  await sees("2 faces hidden", { in: panel });
  await holds("Comment", "Sent in May.");
  await expectAccessible();

  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await holds("Location", "Anstruther harbour");
  await page.keyboard.press("ArrowUp");
  await holds("Location", "Crail");
  await page
    .getByRole("group", { name: "Location" })
    .getByText("On the site now:")
    .tap();
  await holds("Location", "Anstruther harbour");
  await press("Save");
  await sees("Saved.");
  await expect(panel).toBeHidden();
  expect(row()).toMatchObject({
    location: "Anstruther harbour",
    comment: "Sent in May.",
  });
  const blurs = JSON.parse(row().blurs!) as Blur[];
  expect(blurs).toHaveLength(2);
  expect(blurs).toContainEqual(FACE);
});
