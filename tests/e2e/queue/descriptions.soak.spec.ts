import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  context,
  expect,
  page,
  site,
  test,
  press,
} from "#tests/setup/browser/browser.ts";
import {
  expectArrived,
  fillFind,
  readStored,
  takePhoto,
  thanks,
} from "#tests/setup/browser/send-queue.ts";
import { submit } from "#tests/setup/browser/share-form.ts";

test.use({ serviceWorkers: "block", bypassCSP: true });

const descriptionsOf = (comment: string) =>
  site
    .query<{ description: string }>(
      `SELECT i.description FROM rock_post_images i JOIN rock_posts p USING (rps_key)
        WHERE i.replaces IS NULL AND p.comment = '${comment}' ORDER BY i.rpi_key`,
    )
    .map(({ description }) => description);

test("what a picture shows is asked for once, kept in the draft and in the queue, and sent with its picture", async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  const photos = [await takePhoto("one.jpg"), await takePhoto("two.jpg")];
  let form = await fillFind(page, "Described.", photos);
  await expect(form.getByRole("img", { name: "Photo 1 of 2" })).toBeVisible();
  const question = (number: number) =>
    form.getByLabel(`What is in photo ${number} of 2?`);
  await question(2).fill("Two gulls on a roof");
  await expect(
    form.getByRole("img", { name: "Two gulls on a roof" }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
  ).toBeLessThanOrEqual(320);

  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const opening = indexedDB.open("share-your-rock");
            opening.onerror = reject;
            opening.onsuccess = () => {
              const text = opening.result
                .transaction("draft")
                .objectStore("draft")
                .get("text");
              text.onsuccess = () => {
                opening.result.close();
                resolve(
                  (text.result as { descriptions: string[] }).descriptions,
                );
              };
            };
          }),
      ),
    )
    .toEqual(["", "Two gulls on a roof"]);
  await page.reload();
  await press("Upload Your Rock");
  form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(question(2)).toHaveValue("Two gulls on a roof");

  await context.setOffline(true);
  await submit(form).click();
  await expect
    .poll(async () =>
      (await readStored()).finds.map((find) =>
        (
          find as unknown as { pictures: { description?: string }[] }
        ).pictures.map(({ description }) => description),
      ),
    )
    .toEqual([["", "Two gulls on a roof"]]);
  await context.setOffline(false);
  await expect(thanks(page)).toBeVisible();
  await expectArrived("Described.", photos);
  expect(descriptionsOf("Described.")).toEqual(["", "Two gulls on a roof"]);
});

test("a picture that is taken out takes its words with it @soak", async () => {
  const photos = [await takePhoto("one.jpg"), await takePhoto("two.jpg")];
  const form = await fillFind(page, "Only one.", photos);
  await form.getByLabel("What is in photo 1 of 2?").fill("The first");
  await form.getByLabel("What is in photo 2 of 2?").fill("The second");
  await form.getByRole("button", { name: /^Remove image 1/ }).click();
  await expect(form.getByLabel("What is in photo 1 of 1?")).toHaveValue(
    "The second",
  );
  await submit(form).click();
  await expect(thanks(page)).toBeVisible();
  expect(descriptionsOf("Only one.")).toEqual(["The second"]);
});
