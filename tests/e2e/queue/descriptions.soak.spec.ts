import {
  expectAccessible,
  expectNothingWider,
} from "#tests/setup/browser/screens.ts";
import {
  context,
  expect,
  page,
  site,
  test,
} from "#tests/setup/browser/browser.ts";
import {
  expectArrived,
  fillForm,
  openForm,
  readStored,
  submit,
  takePhoto,
  thanks,
} from "#tests/setup/browser/share-form.ts";
import { seesA } from "#tests/setup/browser/steps.ts";

test.use({ serviceWorkers: "block" });

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
  expect(descriptionsOf("Described.")).toEqual(["", "Two gulls on a roof"]);
});
