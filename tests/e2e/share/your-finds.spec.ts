import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { visit } from "#tests/setup/e2e/pages.ts";
import {
  cutLink,
  fillForm,
  findsOf,
  holdPictures,
  sending,
  submit,
  submitFind,
  thanks,
  waiting,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { fill, press, pressLink, sees } from "#tests/setup/e2e/steps.ts";
import { answerDialogs } from "#tests/setup/calls/admin.ts";

test.use({ serviceWorkers: "block" });

const rows = () => yourFinds().getByRole("listitem");

async function send(comment: string) {
  const form = await fillForm(comment);
  await fill("Date", "2026-05-17", { in: form });
  await submit(form).click();
  await expect(thanks()).toContainText(
    "Somebody looks at every find before it appears on the site.",
  );
  await press("Done", { in: thanks() });
}

test("finds that were sent from this device are listed with their states, and lead to their pages", async () => {
  await send("The older.");
  await send("The newer.");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/share-your-rock");
  const waits =
    /Rock 214.*Anstruther, 17 May 2026.*Waiting.*Somebody looks at it first\./;
  await expect(rows()).toHaveText([waits, waits]);
  for (const picture of await yourFinds().locator("img").all())
    await expect(picture).toHaveAttribute("src", /^data:image\/jpeg/);

  const show = (value: number) =>
    site.alter(
      `UPDATE rock_posts SET show = ${value} WHERE comment = 'The older.'`,
    );
  show(1);
  await page.reload();
  await expect(rows().last()).toContainText("Shown");
  show(0);
  await page.reload();
  await expect(rows().last()).toContainText("Hidden again");

  await pressLink("Rock 214", { in: rows().first() });
  await sees("It is waiting, with 1 image");
  answerDialogs();
  await press("Delete this find");
  await sees("are deleted.");
  expect(findsOf("The newer.")).toEqual([]);
  await page.goto("/share-your-rock");
  await expect(rows()).toHaveText([/Hidden again/]);

  const [{ findKey }] = await page.evaluate(
    () =>
      JSON.parse(localStorage.getItem("your_finds")!) as [{ findKey: string }],
  );
  expect(addresses.filter((address) => address.includes(findKey))).toEqual([]);
});

test("a find that waits is listed before those that were sent, and is removed only after a question @soak", async () => {
  await send("Sent before.");
  await cutLink();
  await submitFind("Never mind.");
  await press("Close, and send it later", { in: waiting() });
  await expect(rows()).toHaveText([/On this device/, /Waiting/]);
  const said = answerDialogs(false);
  await press("Remove", { in: rows().first() });
  await expect(rows()).toHaveCount(2);
  await press("Remove", { in: rows().first() });
  await expect(rows()).toHaveText([/Waiting/]);
  expect(said).toEqual(
    Array(2).fill("Remove this find? It has not been sent."),
  );
});

const line = () => page.locator(".sending-line");

test("while a find is sent, every other page says so, and nothing on it moves @soak", async () => {
  const release = await holdPictures(1);
  await submitFind("Sent meanwhile.");
  await press("Continue in the background", { in: sending() });
  await expect(line().getByRole("link")).toHaveCount(0);
  const foot = page.getByRole("contentinfo");
  await pressLink("Privacy", { in: foot });
  await expect(line()).toHaveText("Your find: uploading your picture");
  const before = await foot.boundingBox();
  release();
  await expect(line()).toHaveText("");
  expect(await foot.boundingBox()).toEqual(before);
  expect(findsOf("Sent meanwhile.")).toHaveLength(1);
});

test("a find that waits is named on the pages of a later visit, and the line leads to it @soak", async () => {
  await cutLink();
  await submitFind("Waiting elsewhere.");
  await expect(waiting()).toBeVisible();
  await page.goto("/sudc");
  await expect(line()).toHaveText("Your find waits for a connection.");
  await line().getByRole("link").click();
  await expect(yourFinds().getByRole("heading")).toBeFocused();
  await expect(rows()).toContainText("Rock 214");
});

test("a device without finds loads nothing of the queue @soak", async () => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await visit("/sudc");
  await expect(line()).toHaveCount(0);
  expect(scripts.filter((url) => /send-queue|sending-line/.test(url))).toEqual(
    [],
  );
});
