import { openAdmin } from "#tests/setup/calls/admin.ts";
import {
  expect,
  testWithoutRocks as test,
} from "#tests/setup/browser/browser.ts";
import {
  alter,
  query,
  sendFind,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import type { Site } from "#tests/setup/processes/site.ts";

const suggestion = {
  latitude: 56.2218,
  longitude: -2.701,
  accuracy: 12.4,
  source: "device",
};

const posts = (site: Site) =>
  query(
    site,
    "SELECT location, show, latitude, longitude, no_place FROM rock_posts ORDER BY rps_key",
  );
const pins = (site: Site) =>
  query(site, "SELECT latitude, longitude FROM rock_pins");

test("Show puts a find on the map at the place that its finder says, in one press", async ({
  page,
  site,
}) => {
  addPost(site, { location: "The pier", show: false, suggestion });
  await openAdmin(page, site);
  const find = page.getByRole("article", { name: "Rock 214, The pier" });
  await expect(
    find.getByRole("radio", { name: /from the finder’s phone, to 12 m/ }),
  ).toBeChecked();
  await find.getByRole("button", { name: "Show" }).click();
  await expect(
    page.getByRole("heading", { name: "No finds are waiting" }),
  ).toBeVisible();
  const place = { latitude: 56.2218, longitude: -2.701 };
  expect(posts(site)).toEqual([
    { location: "The pier", show: 1, ...place, no_place: 0 },
  ]);
  expect(pins(site)).toEqual([place]);
});

test("Show takes a town of the location's words, or a place that is pressed on the map", async ({
  page,
  site,
}) => {
  for (const location of ["A wall in Lisbon", "A corner of Lisbon"])
    addPost(site, { location, show: false });
  await openAdmin(page, site);
  const find = page.getByRole("article", { name: /A wall in Lisbon/ });
  await find.getByRole("radio", { name: /^Lisbon, Portugal/ }).check();
  await find.getByRole("button", { name: "Show" }).click();

  const next = page.getByRole("article", { name: /A corner of Lisbon/ });
  await expect(
    next.getByRole("radio", { name: /^Lisbon, Portugal/ }),
  ).toBeVisible();
  await next.getByRole("radio", { name: /^A place on the map/ }).check();
  await next
    .locator(".leaflet-container")
    .click({ position: { x: 60, y: 60 } });
  await expect(next.getByAltText("Where the find is")).toBeVisible();
  await next.getByRole("button", { name: "Show" }).click();
  await expect(
    page.getByRole("heading", { name: "No finds are waiting" }),
  ).toBeVisible();
  for (const { latitude, longitude } of posts(site) as {
    latitude: number;
    longitude: number;
  }[]) {
    expect(Math.abs(latitude - 38.72)).toBeLessThan(1);
    expect(Math.abs(longitude + 9.13)).toBeLessThan(1);
  }
});

test("a find that is shown without a place stays listed until it has one, or until it has none on purpose", async ({
  page,
  site,
}) => {
  addPost(site, { location: "A bench", show: false });
  addPost(site, { location: "On a train", show: false });
  await openAdmin(page, site);
  for (const location of ["A bench", "On a train"])
    await page
      .getByRole("article", { name: `Rock 214, ${location}` })
      .getByRole("button", { name: "Show" })
      .click();
  const list = page.getByRole("region", { name: "Shown, but not on the map" });
  await expect(list.getByRole("listitem")).toHaveCount(2);

  await list.getByRole("button", { name: /^No place for.*train/ }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: /^Set the place of.*bench/ }).click();
  const dialog = page.getByRole("dialog", { name: "Place of rock 214" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Choose a place, or No place.",
  );
  await dialog.getByRole("radio", { name: /^A place on the map/ }).check();
  await dialog
    .locator(".leaflet-container")
    .click({ position: { x: 60, y: 60 } });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(list).toBeHidden();
  expect(posts(site)).toEqual([
    {
      location: "A bench",
      show: 1,
      latitude: expect.any(Number) as unknown,
      longitude: expect.any(Number) as unknown,
      no_place: 0,
    },
    {
      location: "On a train",
      show: 1,
      latitude: null,
      longitude: null,
      no_place: 1,
    },
  ]);
});

test("'No place' is decided with Show, and the find is not asked about again", async ({
  page,
  site,
}) => {
  addPost(site, { location: "On a train", show: false, suggestion });
  await openAdmin(page, site);
  const find = page.getByRole("article");
  await find.getByRole("radio", { name: /^No place/ }).check();
  await find.getByRole("button", { name: "Show" }).click();
  await expect(
    page.getByRole("heading", { name: "No finds are waiting" }),
  ).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Shown, but not on the map" }),
  ).toBeHidden();
  expect(posts(site)).toMatchObject([{ show: 1, latitude: null, no_place: 1 }]);
});

test("a find that someone else has changed meanwhile is not shown as it was, and is loaded again", async ({
  page,
  site,
}) => {
  addPost(site, { location: "The pier", show: false, suggestion });
  await openAdmin(page, site);
  const find = page.getByRole("article");
  await expect(find).toContainText("The pier");
  alter(site, "UPDATE rock_posts SET location = 'Not the pier'");
  await find.getByRole("button", { name: "Show" }).click();
  await expect(find).toContainText("Not the pier");
  expect(posts(site)).toMatchObject([{ show: 0, latitude: null }]);
});

test("the find is held against the picture of its rock, or the reason why there is none", async ({
  page,
  site,
}) => {
  await sendFind(site);
  await untilIdle(site);
  await openAdmin(page, site);
  await expect(
    page.getByRole("article").getByText("Rock 214 is not in the catalogue."),
  ).toBeVisible();
});

test("the waiting finds are chosen between by their pictures", async ({
  page,
  site,
}) => {
  for (const location of ["First", "Second", "Third"])
    addPost(site, { location, show: false });
  await openAdmin(page, site);
  await expect(page.getByRole("article")).toContainText("First");
  await page.getByRole("button", { name: "Rock 214, Third" }).click();
  await expect(page.getByRole("article")).toContainText("Third");
  await page.getByRole("article").getByRole("button", { name: "Hide" }).click();
  await expect(page.getByRole("article")).toContainText("First");
});
