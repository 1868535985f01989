import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";

const KEY = "0123456789abcdef0123456789abcdef";

async function sendOwn() {
  const answer = await site.sendFind({ ...findFields, find_key: KEY });
  return ((await answer.json()) as { uuid: string }).uuid;
}

test("a finder sees on the find's own page whether it waits or is shown, and corrects it there", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  await expect(page.getByText("It is waiting, with 1 image")).toBeVisible();

  site.alter(`UPDATE rock_posts SET show = 1 WHERE uuid = '${uuid}'`);
  await page.reload();
  await expect(page.getByText("It is on the site, with 1 image")).toBeVisible();
  await page.getByLabel("Location").fill("Crail harbour");
  await page.getByLabel("Rock Number").fill("215");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. It is waiting")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Location")).toHaveValue("Crail harbour");
});

test("what is wrong with a correction stands at its field, and nothing typed is lost", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  await page.getByLabel("Location").fill("   ");
  await page.getByLabel("Comment").fill("Another comment.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Location must not be blank.").last(),
  ).toBeVisible();
  await expect(page.getByLabel("Comment")).toHaveValue("Another comment.");
});

test("a finder deletes a find after a confirmation @soak", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  const remove = page.getByRole("button", { name: "Delete this find" });
  page.once("dialog", (dialog) => void dialog.dismiss());
  await remove.click();
  await expect(remove).toBeEnabled();
  page.once("dialog", (dialog) => void dialog.accept());
  await remove.click();
  await expect(
    page.getByText("Your find and all its pictures are deleted."),
  ).toBeVisible();
});

test("a finder deletes a find for good that was taken off the site @soak", async () => {
  const uuid = await sendOwn();
  const [{ rps_key }] = site.query<{ rps_key: number }>(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
  ) as [{ rps_key: number }];
  await site.fetch(`/api/journey-admin/${rps_key}`, {
    method: "DELETE",
    headers: { cookie: await site.signIn() },
  });
  await page.goto(`/finds/${uuid}#${KEY}`);
  await expect(
    page.getByText("Your find was taken off the site."),
  ).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete my find" }).click();
  await expect(
    page.getByText("Your find and all its pictures are deleted."),
  ).toBeVisible();
  expect(
    site.query(`SELECT * FROM trash WHERE "rows" LIKE '%${uuid}%'`),
  ).toEqual([]);
});

test("an address without the right key opens nothing @soak", async () => {
  const uuid = await sendOwn();
  for (const fragment of ["", "#", `#${"0".repeat(32)}`]) {
    await page.goto("/privacy");
    await page.goto(`/finds/${uuid}${fragment}`);
    await expect(
      page.getByText("We can't find anything at this address."),
    ).toBeVisible();
    await expect(page.getByLabel("Location")).toHaveCount(0);
  }
});
