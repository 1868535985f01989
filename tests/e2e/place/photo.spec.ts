import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  HARBOUR,
  HARBOUR_SPOT,
  photograph,
  placeOf,
  send,
  storedPlace,
} from "#tests/setup/e2e/place.ts";
import { files, openForm } from "#tests/setup/e2e/share-form.ts";
import { press, seesA } from "#tests/setup/e2e/steps.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";

const TAHOE = {
  GPSLatitudeRef: "N",
  GPSLatitude: "39/1 5/1 48/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "120/1 2/1 30/1",
};
const NONE = "doesn’t say where it was taken";

test("a photograph's own position becomes the place, with its accuracy and time, to about 1 km", async () => {
  const form = await openForm();
  const place = placeOf(form);
  await files(form).setInputFiles([
    await photograph("a.jpeg"),
    await photograph(
      "b.jpeg",
      {
        ...HARBOUR,
        GPSHPositioningError: "9/2",
        GPSDateStamp: "2024:05:17",
        GPSTimeStamp: "16/1 42/1 3/1",
      },
      { DateTimeOriginal: "2024:05:17 18:42:03" },
    ),
  ]);
  await expect(place.getByRole("status")).toContainText(
    "Near Anstruther, Scotlandfrom your second photograph",
  );
  await expect(place.locator(".where-mark img")).toHaveAttribute(
    "src",
    (await form.locator(".tiles img").nth(1).getAttribute("src"))!,
  );
  await send(form, "From a photograph.");
  expect(storedPlace("From a photograph.")).toEqual({
    precision: 1000,
    suggestion: {
      ...HARBOUR_SPOT,
      accuracy: 4.5,
      source: "photo",
      precision: 1000,
      taken_dt: "2024-05-17T16:42:03.000Z",
    },
  });
});

test("its place goes with a photograph that is removed, and the next photograph's takes over @soak", async () => {
  const form = await openForm();
  const status = placeOf(form).getByRole("status");
  await files(form).setInputFiles([
    await photograph("harbour.jpeg", HARBOUR),
    await photograph("photo.webp", TAHOE),
    await photograph("none.jpeg"),
  ]);
  await expect(status).toContainText("from your first photograph");
  await press("Remove image 1, harbour", { in: form });
  await expect(status).toContainText("Tahoma");
  await expect(status).toContainText("from your first photograph");
  await press("Remove image 1, photo", { in: form });
  await expect(status).toContainText(NONE);
  await send(form, "Taken away.");
  expect(storedPlace("Taken away.").suggestion).toBeNull();
});

test("nobody else learns a photograph's position before the map is opened, and the site only roughly @soak", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const form = await openForm();
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await expect(placeOf(form).getByRole("status")).toContainText("Anstruther");
  await seesA("radio", "Exact", { in: placeOf(form) });
  await expect(placeOf(form).locator(".land-drawing > svg")).toHaveCount(2);
  expect(
    asked.filter(
      (url) => !/^(blob|data):/.test(url) && !url.startsWith(site.baseURL),
    ),
  ).toEqual([]);
  expect(asked.filter((url) => /56\.2\d/.test(url))).toEqual([
    `${site.baseURL}/api/places?near=56.22,-2.70`,
  ]);
});

test.describe("without a service worker", () => {
  // What it answers from its cache can't be held back.
  test.use({ serviceWorkers: "block" });

  test("the form can be sent before a photograph has been read @soak", async () => {
    await holdBack(/read-photo-place/);
    const form = await openForm();
    await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
    await send(form, "Not read yet.");
    expect(storedPlace("Not read yet.").suggestion).toBeNull();
  });
});
