import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  cutLink,
  findsOf,
  holdPictures,
  sending,
  submitFind,
  thanks,
  waiting,
  yourFinds,
} from "#tests/setup/browser/share-form.ts";
import { fill, press, pressLink, sees } from "#tests/setup/browser/steps.ts";

test.use({ serviceWorkers: "block" });

async function send(rockNumber: string) {
  await page.goto("/share-your-rock");
  await press("Upload Your Rock");
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await fill("Rock Number", rockNumber, { in: form });
  await fill("Location", "Anstruther", { in: form });
  await fill("Comment", "By the wall.", { in: form });
  await fill("Date", "2026-05-17", { in: form });
  await form.locator("input[type=file]").setInputFiles(fixture("plain.png"));
  await press("Submit", { in: form });
  await expect(thanks()).toBeVisible();
}

const show = (rockNumber: number, value: number) =>
  site.alter(
    `UPDATE rock_posts SET show = ${value} WHERE rock_number = ${rockNumber}`,
  );

test("finds that were sent from this device are listed with their states, and lead to their pages", async () => {
  await send("731");
  await expect(thanks()).toContainText(
    "Somebody looks at every find before it appears on the site.",
  );
  await press("Done", { in: thanks() });
  await expect(yourFinds()).toContainText("17 May 2026");
  await send("732");

  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/share-your-rock");
  await expect(yourFinds().getByRole("listitem")).toHaveText([
    /Rock 732.*Anstruther, 17 May 2026.*Waiting.*Somebody looks at it first\./,
    /Rock 731.*Anstruther, 17 May 2026.*Waiting.*Somebody looks at it first\./,
  ]);
  for (const picture of await yourFinds().locator("img").all())
    await expect(picture).toHaveAttribute("src", /^data:image\/jpeg/);

  show(731, 1);
  await page.reload();
  const older = yourFinds().getByRole("listitem").last();
  await expect(older).toContainText("Shown");
  show(731, 0);
  await page.reload();
  await expect(older).toContainText("Hidden again");

  await pressLink("Rock 732", { in: yourFinds() });
  await sees("It is waiting, with 1 image");
  page.on("dialog", (dialog) => void dialog.accept());
  await press("Delete this find");
  await sees("are deleted.");
  await page.goto("/share-your-rock");
  await expect(yourFinds().getByRole("listitem")).toHaveText([/Rock 731/]);

  const { findKey } = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem("your_finds")!) as {
          findKey: string;
        }[]
      )[0]!,
  );
  expect(addresses.filter((address) => address.includes(findKey))).toEqual([]);
});

test("a find that waits is listed before those that were sent, and is removed only after a question @soak", async () => {
  await send("736");
  await cutLink();
  await submitFind("Never mind.");
  await press("Close, and send it later", { in: waiting() });
  const rows = yourFinds().getByRole("listitem");
  await expect(rows).toHaveText([/Rock 214.*On this device/, /Rock 736/]);
  const remove = rows.first().getByRole("button", { name: "Remove" });
  page.once("dialog", (dialog) => void dialog.dismiss());
  await remove.click();
  await expect(rows).toHaveCount(2);
  page.once("dialog", (dialog) => {
    expect(dialog.message()).toBe("Remove this find? It has not been sent.");
    void dialog.accept();
  });
  await remove.click();
  await expect(rows).toHaveText([/Rock 736/]);
});

const line = () => page.locator(".sending-line");

test("while a find is sent, every other page says so, and nothing on it moves @soak", async () => {
  const release = await holdPictures(1);
  await submitFind("Sent meanwhile.");
  await press("Continue in the background", { in: sending() });
  await expect(line().getByRole("link")).toHaveCount(0);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Privacy" })
    .click();
  await expect(line()).toHaveText("Your find: uploading your picture");
  const foot = page.getByRole("contentinfo");
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
  await expect(yourFinds().getByRole("listitem")).toContainText("Rock 214");
});

test("a device without finds loads nothing of the queue @soak", async () => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/sudc");
  await page.waitForFunction(() => window.earlyClick === null);
  await expect(line()).toHaveCount(0);
  expect(scripts.filter((url) => /send-queue|sending-line/.test(url))).toEqual(
    [],
  );
});
