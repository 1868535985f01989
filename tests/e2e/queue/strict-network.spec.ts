import { goTo, pressAndConfirm, sendSignIn } from "#tests/setup/calls/admin.ts";
import { addRock } from "#tests/setup/calls/rocks.ts";
import {
  expectArrived,
  fillFields,
  openForm,
  submit,
  takePhoto,
  thanks,
} from "#tests/setup/e2e/share-form.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { fill, press, sees, seesA } from "#tests/setup/e2e/steps.ts";
import {
  onlyGetAndPost,
  page as answerWithPage,
  startNetwork,
  type Network,
} from "#tests/setup/processes/network.ts";

/** A firm's network, which refuses every method but GET, HEAD and POST. */

let network: Network;
test.beforeEach(async () => {
  const refusal = answerWithPage(405);
  network = await startNetwork(site.baseURL, onlyGetAndPost(refusal));
});
test.afterEach(() => network.stop());

const countRefused = () =>
  network.requests.filter((request) => /^(PUT|PATCH|DELETE)/.test(request))
    .length;

test("a find arrives by one press of Submit, through a network that refuses PATCH", async () => {
  const photo = await takePhoto();
  const form = await openForm(page, `${network.baseURL}/share-your-rock`);
  await fillFields(form, "From the office.", [photo]);
  await submit(form).click();
  await expect(thanks()).toBeVisible();
  await expectArrived("From the office.", [photo]);
  expect(countRefused()).toBe(3);
});

test("the admin saves and deletes by one press each, through a network that refuses PUT and DELETE", async () => {
  addRock(site, 31, "Old words");
  await page.goto(`${network.baseURL}/login`);
  await sendSignIn();
  await goTo("Rocks");
  await press("Edit rock 31");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 31" });
  await fill("Comment", "New words", { in: dialog });
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).check();
  await press("Save", { in: dialog });
  await sees("Rock 31 was successful");
  await seesA("row", "New words");
  await pressAndConfirm(
    page.getByRole("button", { name: "Delete rock 31" }),
    "Are you sure?",
  );
  await sees("Total Rocks: 0");
  expect(site.query("SELECT 1 FROM rocks")).toEqual([]);
  // By then it knows the network.
  expect(countRefused()).toBe(3);
});
