import {
  context,
  expect,
  page,
  site,
  test,
  seesA,
  press,
} from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";
import {
  expectArrived,
  fillFind,
  findsOf,
  isAnnouncement,
  isFind,
  readMetadata,
  readStored,
  slowDown,
  submitFind,
  takePhoto,
  thanks,
  untilPiece,
  UPLOADS,
} from "#tests/setup/browser/send-queue.ts";
import { submit } from "#tests/setup/browser/share-form.ts";

test.use({ serviceWorkers: "block" });

test("everything is kept before the first byte is sent @soak", async () => {
  const release = await holdBack(UPLOADS);
  const announced = page.waitForRequest(isAnnouncement);
  const photos = [await takePhoto("one.jpg"), await takePhoto("two.jpg")];
  await submitFind(page, "Kept first.", photos);
  await announced;
  const { finds, files } = await readStored();
  expect(finds).toHaveLength(1);
  expect(files.filter((kind) => kind === "file")).toHaveLength(2);
  release();
  await expectArrived("Kept first.", photos);
});

test("previews go first, then the find, then the originals byte for byte; then the device drops them @soak", async () => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (isFind(request)) requests.push("find");
    if (!isAnnouncement(request)) return;
    const { preview, original_of } = readMetadata(request);
    if (preview !== undefined) requests.push("preview");
    else if (original_of) requests.push("original");
  });
  const photos = [await takePhoto("one.jpg"), await takePhoto("two.jpg")];
  await submitFind(page, "In order.", photos);
  await expect(thanks(page)).toBeVisible();
  await expectArrived("In order.", photos);
  expect(requests).toEqual([
    "preview",
    "preview",
    "find",
    "original",
    "original",
  ]);
  await expect
    .poll(async () => (await readStored()).files)
    .toEqual(["preview", "preview"]);
});

test("without a connection a find waits, and it goes as soon as there is one @soak", async () => {
  const photo = await takePhoto();
  const form = await fillFind(page, "From the beach.", [photo]);
  await context.setOffline(true);
  await submit(form).click();
  await seesA("dialog", "Waiting for a connection");
  expect(findsOf("From the beach.")).toEqual([]);
  await context.setOffline(false);
  await expect(thanks(page)).toBeVisible();
  await expectArrived("From the beach.", [photo]);
});

test("a killed site costs what was under way, and nothing is sent twice @soak", async () => {
  const announced: string[] = [];
  page.on("response", (response) => {
    if (isAnnouncement(response.request()) && response.ok())
      announced.push(response.headers().location!);
  });
  const photo = await takePhoto();
  const endSlowness = await slowDown(40_000);
  await submitFind(page, "Over a killed site.", [photo]);
  await untilPiece();
  await site.kill("SIGKILL");
  await seesA("dialog", "Waiting for a connection");
  await site.restart();
  await endSlowness();
  // The queue goes on by itself.
  await expect(thanks(page)).toBeVisible();
  await expectArrived("Over a killed site.", [photo]);
  // One for the preview, one for the original: the preview went on where it was.
  expect(announced).toHaveLength(2);
});

test("two finds arrive before the first original @soak", async () => {
  const order: string[] = [];
  page.on("request", (request) => {
    if (isFind(request)) order.push("find");
    if (isAnnouncement(request) && readMetadata(request).original_of)
      order.push("original");
  });
  const photo = await takePhoto();
  const release = await holdBack(UPLOADS);
  await submitFind(page, "The first of two.", [photo]);
  await press("Continue in the background");
  await submitFind(page, "The second of two.", [photo]);
  release();
  await expectArrived("The first of two.", [photo]);
  await expectArrived("The second of two.", [photo]);
  expect(order).toEqual(["find", "find", "original", "original"]);
});
