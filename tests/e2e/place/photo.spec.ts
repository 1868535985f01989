import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";
import {
  HARBOUR,
  HARBOUR_SPOT,
  photograph,
  placeOf,
  send,
  storedPlace,
} from "#tests/setup/browser/place.ts";
import { files, openForm } from "#tests/setup/browser/share-form.ts";

const TAHOE = {
  GPSLatitudeRef: "N",
  GPSLatitude: "39/1 5/1 48/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "120/1 2/1 30/1",
};
const NONE = "doesn’t say where it was taken";

test("a photograph's own position becomes the place, with its accuracy and time, to about 1 km", async () => {
  const form = await openForm(page);
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

for (const [format, file] of [
  ["JPEG", "orientation-6.jpg"],
  ["WebP", "photo.webp"],
  ["AVIF", "photo.avif"],
  ["HEIC, which this browser can't show", "grid.heic"],
] as const)
  test(`a position is read from ${format} @soak`, async () => {
    const form = await openForm(page);
    await files(form).setInputFiles(fixture(file));
    await expect(placeOf(form).getByRole("status")).toContainText(
      "Near Tahoma, Californiafrom your photograph",
    );
  });

test("a position is read from PNG, south and west are minus, and the camera's clock has its offset @soak", async () => {
  const form = await openForm(page);
  await files(form).setInputFiles(
    await photograph(
      "far.png",
      {
        GPSLatitudeRef: "S",
        GPSLatitude: "33/1 3135/100 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "70/1 33/1 0/1",
      },
      { DateTimeOriginal: "2024:05:17 18:42:03", OffsetTimeOriginal: "-04:00" },
    ),
  );
  await expect(placeOf(form).getByRole("status")).toContainText("Chile");
  await send(form, "From Chile.");
  expect(storedPlace("From Chile.").suggestion).toMatchObject({
    latitude: -33.5225,
    longitude: -70.55,
    accuracy: null,
    taken_dt: "2024-05-17T22:42:03.000Z",
  });
});

test("a photograph without a position, or with one that makes no sense, gives none and says so @soak", async () => {
  const form = await openForm(page);
  const place = placeOf(form);
  const { GPSLatitudeRef: _north, ...withoutHemisphere } = HARBOUR;
  for (const [what, gps] of [
    ["none", {}],
    [
      "no fix",
      { ...HARBOUR, GPSLatitude: "0/1 0/1 0/1", GPSLongitude: "0/1 0/1 0/1" },
    ],
    ["no hemisphere", withoutHemisphere],
    ["another hemisphere", { ...HARBOUR, GPSLatitudeRef: "E" }],
    ["a zero denominator", { ...HARBOUR, GPSLatitude: "56/0 13/1 0/1" }],
    ["nothing by nothing", { ...HARBOUR, GPSLongitude: "0/0 0/0 0/0" }],
    ["beyond the pole", { ...HARBOUR, GPSLatitude: "90/1 0/1 1/1" }],
    ["too many minutes", { ...HARBOUR, GPSLatitude: "56/1 99/1 0/1" }],
  ] as const) {
    await files(form).setInputFiles(await photograph("one.jpeg", gps));
    await expect(place.getByRole("status"), what).toContainText(NONE);
    await form.getByRole("button", { name: /^Remove image 1/ }).click();
    await expect(place.getByRole("status"), what).toHaveText("");
  }
  await files(form).setInputFiles([
    await photograph("one.jpeg"),
    await photograph("two.jpeg"),
  ]);
  await expect(place.getByRole("status")).toContainText(
    "Your photographs don’t say where they were taken.",
  );
});

test("a date that no calendar has costs the date alone, and the find is sent with its place @soak", async () => {
  const form = await openForm(page);
  await files(form).setInputFiles(
    await photograph("odd.jpeg", {
      ...HARBOUR,
      GPSDateStamp: "9999:99:99",
      GPSTimeStamp: "10/1 0/1 0/1",
      GPSHPositioningError: "4294967295/1",
    }),
  );
  await expect(placeOf(form).getByRole("status")).toContainText("Anstruther");
  await send(form, "An odd date.");
  expect(storedPlace("An odd date.").suggestion).toEqual({
    ...HARBOUR_SPOT,
    accuracy: null,
    source: "photo",
    precision: 1000,
  });
});

test("its place goes with a photograph that is removed, and the next photograph's takes over @soak", async () => {
  const form = await openForm(page);
  const status = placeOf(form).getByRole("status");
  await files(form).setInputFiles([
    await photograph("harbour.jpeg", HARBOUR),
    await photograph("photo.webp", TAHOE),
    await photograph("none.jpeg"),
  ]);
  await expect(status).toContainText("from your first photograph");
  await form.getByRole("button", { name: "Remove image 1, harbour" }).click();
  await expect(status).toContainText("Tahoma");
  await expect(status).toContainText("from your first photograph");
  await form.getByRole("button", { name: "Remove image 1, photo" }).click();
  await expect(status).toContainText(NONE);
  await send(form, "Taken away.");
  expect(storedPlace("Taken away.").suggestion).toBeNull();
});

test("a place that is left out stays out, after a reload and with another photograph @soak", async () => {
  let form = await openForm(page);
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await placeOf(form).getByRole("button", { name: "Leave it out" }).click();
  await expect(placeOf(form).getByRole("status")).toContainText("Left out.");
  await expect(
    placeOf(form).getByRole("button", { name: "Use my location" }),
  ).toBeFocused();
  form = await openForm(page);
  await files(form).setInputFiles(fixture("photo.webp"));
  await expect(form.getByText("2 of 5")).toBeVisible();
  await expect(placeOf(form).getByRole("status")).toContainText("Left out.");
  await send(form, "Left out.");
  expect(storedPlace("Left out.").suggestion).toBeNull();
});

test("a photograph never replaces what was chosen by hand @soak", async () => {
  const form = await openForm(page);
  const place = placeOf(form);
  await place.getByRole("button", { name: "Type a town" }).click();
  await place.getByRole("combobox").fill("Paris");
  await place.getByRole("option").first().click();
  const found = place.locator(".where-got");
  await expect(found).toContainText("Paris");
  const read = page.waitForResponse(/read-photo-place/);
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await read;
  await expect(form.getByText("1 of 5")).toBeVisible();
  await expect(found).toContainText("Paris");
});

test("the place and its photograph are there again after a reload @soak", async () => {
  let form = await openForm(page);
  await files(form).setInputFiles([
    await photograph("a.jpeg"),
    await photograph("b.jpeg", HARBOUR),
  ]);
  await placeOf(form).getByRole("radio", { name: "About 10 km" }).check();
  form = await openForm(page);
  await expect(placeOf(form).getByRole("status")).toContainText(
    "from your second photograph",
  );
  await expect(
    placeOf(form).getByRole("radio", { name: "About 10 km" }),
  ).toBeChecked();
});

test("nobody else learns a photograph's position before the map is opened, and the site only roughly @soak", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const form = await openForm(page);
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await expect(placeOf(form).getByRole("status")).toContainText("Anstruther");
  await expect(
    placeOf(form).getByRole("radio", { name: "Exact" }),
  ).toBeVisible();
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
    const form = await openForm(page);
    await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
    await send(form, "Not read yet.");
    expect(storedPlace("Not read yet.").suggestion).toBeNull();
  });
});
