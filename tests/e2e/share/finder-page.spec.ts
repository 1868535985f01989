import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  expect,
  page,
  site,
  test,
  sees,
  fill,
  press,
} from "#tests/setup/browser/browser.ts";

const KEY = "0123456789abcdef0123456789abcdef";

async function sendOwn() {
  const answer = await site.sendFind({ ...findFields, find_key: KEY });
  return ((await answer.json()) as { uuid: string }).uuid;
}

test("a finder sees on the find's own page whether it waits or is shown, and corrects it there", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  await sees("It is waiting, with 1 image");

  site.alter(`UPDATE rock_posts SET show = 1 WHERE uuid = '${uuid}'`);
  await page.reload();
  await sees("It is on the site, with 1 image");
  await fill("Location", "Crail harbour");
  await fill("Rock Number", "215");
  await press("Save");
  await sees("Saved. It is waiting");
  await page.reload();
  await expect(page.getByLabel("Location")).toHaveValue("Crail harbour");
});

test("what is wrong with a correction stands at its field, and nothing typed is lost", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  await fill("Location", "   ");
  await fill("Comment", "Another comment.");
  await press("Save");
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
  await sees("Your find and all its pictures are deleted.");
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
  await sees("Your find was taken off the site.");
  page.once("dialog", (dialog) => void dialog.accept());
  await press("Delete my find");
  await sees("Your find and all its pictures are deleted.");
  expect(
    site.query(`SELECT * FROM trash WHERE "rows" LIKE '%${uuid}%'`),
  ).toEqual([]);
});

test("an address without the right key opens nothing @soak", async () => {
  const uuid = await sendOwn();
  for (const fragment of ["", "#", `#${"0".repeat(32)}`]) {
    await page.goto("/privacy");
    await page.goto(`/finds/${uuid}${fragment}`);
    await sees("We can't find anything at this address.");
    await expect(page.getByLabel("Location")).toHaveCount(0);
  }
});
