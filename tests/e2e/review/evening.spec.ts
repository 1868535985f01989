import { PHONE } from "#tests/setup/e2e/screens.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import {
  expect,
  page,
  site,
  test,
  WITH_MOTION,
} from "#tests/setup/e2e/test.ts";
import { SUGGESTION } from "#tests/setup/e2e/place.ts";
import { swipe } from "#tests/setup/e2e/swipe.ts";
import { addPost, addPosts, addRock } from "#tests/setup/calls/rocks.ts";
import { fill, press, says, sees, seesA } from "#tests/setup/e2e/steps.ts";

const STOPS = Array.from({ length: 6 }, (_, index) => `Stop ${index + 1}`);

const addStops = () => {
  for (const location of STOPS)
    addPost(site, { location, show: false, suggestion: SUGGESTION });
};
const openReview = () => openAdmin("Review");
const heading = (text: RegExp | string) =>
  page.getByRole("heading", { level: 1, name: text });
const decided = () =>
  site
    .query<{ location: string; show: number; put_aside: number }>(
      "SELECT location, show, put_aside FROM rock_posts ORDER BY rps_key",
    )
    .map(({ show, put_aside }) =>
      show ? "shown" : put_aside ? "kept" : "waits",
    );
/** Every third is kept hidden. */
const isShown = (index: number) => index % 3 !== 2;
const EXPECTED = STOPS.map((_, index) => (isShown(index) ? "shown" : "kept"));

test("finds are reviewed by keyboard alone", async () => {
  addStops();
  await openReview();
  for (const [index, location] of STOPS.entries()) {
    await expect(
      heading(new RegExp(`^${index + 1} of 6 .*${location}$`)),
    ).toBeVisible();
    if (index > 0) await expect(heading(/of 6/)).toBeFocused();
    // One is decided wrongly, and taken back.
    if (index === 3) {
      await page.keyboard.press("h");
      await expect(heading(/^5 of 6/)).toBeFocused();
      await page.keyboard.press("u");
      await expect(heading(/^4 of 6/)).toBeFocused();
    }
    await page.keyboard.press(isShown(index) ? "s" : "h");
  }
  await seesA("heading", "Nothing is waiting.");
  expect(decided()).toEqual(EXPECTED);
});

test("a key that is pressed in the moment when the next find appears counts @soak", async () => {
  addStops();
  await openReview();
  await expect(heading(/^1 of 6/)).toBeVisible();
  await page.evaluate(() =>
    new MutationObserver(() =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "s", bubbles: true }),
      ),
    ).observe(document.querySelector("h1")!, {
      subtree: true,
      characterData: true,
      childList: true,
    }),
  );
  await page.keyboard.press("s");
  await seesA("heading", "Nothing is waiting.");
  expect(decided()).toEqual(STOPS.map(() => "shown"));
});

test("letters decide nothing once they are turned off, also after a reload @soak", async () => {
  addPost(site, { location: "Pier", show: false });
  await openReview();
  const letters = page.getByRole("switch", { name: "Letter keys" });
  await expect(letters).toBeChecked();
  await letters.click();
  await expect(letters).not.toBeChecked();
  await openReview();
  await expect(letters).not.toBeChecked();
  await page.keyboard.press("s");
  await page.keyboard.press("h");
  await expect(heading(/^1 of 1/)).toBeVisible();
  expect(decided()).toEqual(["waits"]);
  await letters.click();
  await page.keyboard.press("h");
  await seesA("heading", "Nothing is waiting.");
});

test("on a tablet, five pictures and their description stay beside the finder's words", async () => {
  await addPosts(site, [{ location: "Pier", show: false, pictures: 5 }]);
  site.alter("UPDATE rock_post_images SET description = 'A crab on a rope'");
  await page.setViewportSize({ width: 820, height: 800 });
  await openReview();
  await sees("A crab on a rope");
  const right = await page
    .locator(".review-below > *")
    .evaluateAll((parts) =>
      Math.max(...parts.map((part) => part.getBoundingClientRect().right)),
    );
  const facts = await page.locator(".review-facts").boundingBox();
  expect(right).toBeLessThanOrEqual(facts!.x);
});

test.describe("on a phone", () => {
  test.use({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    ...WITH_MOTION,
  });

  test("a flick decides that a slow phone has not drawn yet @soak", async () => {
    addPost(site, { location: "Pier", show: false });
    await openReview();
    await page.locator(".review-facts").evaluate((facts) => {
      for (const [type, clientX] of [
        ["pointerdown", 60],
        ["pointermove", 200],
        ["pointerup", 200],
      ] as const)
        facts.dispatchEvent(
          new PointerEvent(type, {
            ...{ bubbles: true, isPrimary: true, pointerType: "touch" },
            clientX,
          }),
        );
    });
    await seesA("heading", "Nothing is waiting.");
    expect(decided()).toEqual(["shown"]);
  });

  test("finds are reviewed by touch alone", async () => {
    addStops();
    await openReview();
    for (const [index] of STOPS.entries()) {
      await expect(heading(new RegExp(`^${index + 1} of 6`))).toBeVisible();
      await swipe(isShown(index) ? "right" : "left");
    }
    await seesA("heading", "Nothing is waiting.");
    expect(decided()).toEqual(EXPECTED);
  });

  test("the description of a picture is below it", async () => {
    await addPosts(site, [{ location: "Pier", show: false, pictures: 2 }]);
    site.alter("UPDATE rock_post_images SET description = 'A crab on a rope'");
    await openReview();
    await sees("A crab on a rope");
  });

  test("a short swipe, one up or down, and one on the map decide nothing @soak", async () => {
    addPost(site, { location: "Pier", show: false, suggestion: SUGGESTION });
    await openReview();
    await expect(heading(/^1 of 1/)).toBeVisible();
    await swipe("right", { far: 80 });
    await swipe("up");
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.locator(".leaflet-container")).toBeAttached();
    await swipe("right", { on: ".review-map" });
    await expect(heading(/^1 of 1/)).toBeVisible();
    expect(decided()).toEqual(["waits"]);
    await swipe("right");
    await seesA("heading", "Nothing is waiting.");
  });
});

test("Show puts a find where its finder says, and Undo makes it as it was, from the toast and from the button", async () => {
  addPost(site, { location: "Pier", show: false, suggestion: SUGGESTION });
  const rows = () =>
    site.query("SELECT * FROM rock_posts LEFT JOIN rock_pins USING (rps_key)");
  const before = rows();
  await openReview();
  for (const undo of ["Undo", "Undo the last decision"]) {
    await press("Show");
    await sees("Rock 214 is shown.", { exact: true });
    expect(rows()).toMatchObject([
      { show: 1, latitude: 56.2218, longitude: -2.701 },
    ]);
    await press(undo, { exact: true });
    await expect(heading(/^1 of 1/)).toBeFocused();
    expect(rows()).toEqual(before);
  }
});

test("a double click decides on one find, and not on the next one that comes under the pointer", async () => {
  addStops();
  await openReview();
  const { x, y } = (await page.locator(".review-show").boundingBox())!;
  await page.mouse.click(x + 20, y + 20);
  await expect(heading(/^2 of 6/)).toBeFocused();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await press("Undo the last decision");
  await expect(heading(/^1 of 6/)).toBeFocused();
});

test("a decision that can't be saved loses nothing, a find is kept hidden for good, and Undo lets it wait again @soak", async () => {
  addPost(site, { location: "Pier", show: false });
  await openReview();
  await page.route("**/api/review/*", (route) => route.abort());
  await press("Show");
  await says(
    "alert",
    "The site could not be reached. Nothing is lost: the find still waits.",
  );
  await expect(heading(/^1 of 1/)).toBeVisible();
  expect(decided()).toEqual(["waits"]);
  await page.unroute("**/api/review/*");
  await press("Keep hidden for good");
  await sees("stays hidden for good", { exact: false });
  const closed = () => site.query("SELECT put_aside, closed FROM rock_posts");
  expect(closed()).toEqual([{ put_aside: 1, closed: 1 }]);
  await page.keyboard.press("u");
  await expect(heading(/^1 of 1/)).toBeVisible();
  expect(closed()).toEqual([{ put_aside: 0, closed: 0 }]);
});

test("a find can be shown after Cancel in its dialog, with the picture that was hidden there @soak", async () => {
  await site.sendFind(undefined, ["orientation-6.jpg"]);
  await site.untilIdle();
  await openReview();
  await press(/^Edit/);
  const dialog = page.getByRole("dialog", { name: /^Edit post/ });
  await press(/^Disable/, { in: dialog });
  await seesA("cell", "No", { exact: true, in: dialog });
  await press("Cancel", { in: dialog });
  await sees("This picture stays hidden");
  await page.keyboard.press("s");
  await seesA("heading", "Nothing is waiting.");
});

test("a find that somebody else has decided on, changed or deleted meanwhile is not decided over @soak", async () => {
  const [aside, changed, deleted] = ["Aside", "Changed", "Deleted"].map(
    (location) => addPost(site, { location, show: false }),
  );
  await openReview();
  await expect(heading(/^1 of 3/)).toBeVisible();
  site.alter(`UPDATE rock_posts SET put_aside = 1 WHERE rps_key = ${aside};
     UPDATE rock_posts SET location = 'Corrected' WHERE rps_key = ${changed};
     DELETE FROM rock_posts WHERE rps_key = ${deleted}`);
  await page.keyboard.press("s");
  await sees("it is kept hidden");
  await expect(heading(/Changed$|Corrected$/)).toBeVisible();
  await page.keyboard.press("s");
  await expect.poll(() => decided()).toEqual(["kept", "waits"]);
  await expect(heading(/Corrected$/)).toBeVisible();
  await page.keyboard.press("s");
  await expect.poll(() => decided()).toEqual(["kept", "shown"]);
});

test("finds that come while the review is open are added, and one that changes is seen as it is now before it is decided on @soak", async () => {
  const key = addPost(site, { location: "Pier", show: false });
  await openReview();
  await expect(heading(/^1 of 1.*Pier$/)).toBeVisible();
  site.alter(
    `UPDATE rock_posts SET location = 'Corrected' WHERE rps_key = ${key}`,
  );
  addPost(site, { location: "New", show: false });
  // As when the phone is taken up again.
  const loaded = page.waitForResponse(/\/api\/review\?limit=/);
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange")),
  );
  await (await loaded).finished();
  await expect(heading(/^1 of 2/)).toBeVisible();
  await page.keyboard.press("s");
  await sees("This is how it is now.");
  await expect(heading(/Corrected$/)).toBeVisible();
  expect(decided()).toEqual(["waits", "waits"]);
  await page.keyboard.press("s");
  await expect.poll(() => decided()).toEqual(["shown", "waits"]);
});

test("the number is checked as it is typed, corrected in place, and taken back", async () => {
  addRock(site, 250, "Mountains");
  addPost(site, { rock: 2500, location: "Camino", show: false });
  site.alter("UPDATE rock_posts SET rock_number_qr = 250");
  await openReview();
  await sees("2500 isn’t in the catalogue");
  await sees("The code says 250.");
  const number = page.getByRole("textbox", { name: "Rock Number" });
  await number.fill("250");
  await sees("Mountains");
  await number.fill("999");
  await sees("999 isn’t in the catalogue.");
  // Letters that are typed decide nothing.
  await number.pressSequentially("sh");
  await number.press("Enter");
  await sees("whole number from 0 to 100000");
  await number.press("Escape");
  // A number that is typed and not used is never dropped.
  await number.fill("250");
  await press("Show");
  await sees("Use 250 first, or press Escape to keep 2500.");
  await expect(number).toBeFocused();
  expect(decided()).toEqual(["waits"]);
  await number.press("Escape");
  await press("Use 250");
  await expect(heading(/Rock 250/)).toBeFocused();
  await expect(page.getByText("isn’t in the catalogue")).toBeHidden();
  await sees("250, Mountains");
  await press("Undo", { exact: true });
  await expect(heading(/Rock 2500/)).toBeVisible();
  expect(decided()).toEqual(["waits"]);
});

test("Edit opens the find's dialog in place, and Change its place @soak", async () => {
  addPost(site, { location: "Pier", show: false, suggestion: SUGGESTION });
  await openReview();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: /^Edit post/ });
  await fill("Location", "The other pier", { in: dialog });
  await press("Save", { in: dialog });
  await expect(heading(/The other pier$/)).toBeVisible();
  await press(/^Change/);
  const place = page.getByRole("dialog", { name: "Place of rock 214" });
  await expect(place.getByLabel("Coordinates")).not.toHaveValue("");
  await place.getByRole("checkbox", { name: /^No place/ }).check();
  await press("Save", { in: place });
  await sees("It has no place on the map.");
  await page.keyboard.press("s");
  await seesA("heading", "Nothing is waiting.");
  expect(site.query("SELECT show, latitude, no_place FROM rock_posts")).toEqual(
    [{ show: 1, latitude: null, no_place: 1 }],
  );
});
