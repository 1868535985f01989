import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { ENGINES } from "#tests/setup/browsers/engines.ts";
import { type Visitor, visitWith } from "#tests/setup/browsers/visitor.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost } from "#tests/setup/calls/rocks.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

/** The main job, from the form to the map, in browsers that differ from Chromium. Each test goes on with the last one. */
describe.each(ENGINES)("in $name", ({ start }) => {
  if (!start) {
    test.skip("nothing is tried: this machine doesn't have it", () => {});
    return;
  }
  setUpSite();

  let visitor: Visitor;
  beforeAll(async () => {
    visitor = visitWith(await start(), site.baseURL);
  });
  afterAll(() => visitor.close());

  test("a find is sent with pictures, one with a hidden face", async () => {
    const { visit, press, fill, choose, sees, boxOf, drag } = visitor;
    await visit("/share-your-rock?r=214");
    await press("Upload Your Rock");
    await fill("Location", "Anstruther");
    await fill("Comment", "On the harbour wall.");
    await choose([fixture("orientation-6.jpg"), fixture("plain.png")]);
    await sees("2 of 5");
    await press("Hide faces");
    await sees("We found no face.");
    const { x, y, width, height } = await boxOf(".faces-stage img");
    await drag([
      [x, y],
      [x + width / 4, y + height / 4],
    ]);
    await press("Done");
    await press("Submit");
    await sees("Thank You!");
    await until(
      () =>
        site.count("rock_post_images WHERE original_state <> 'pending'") === 2,
    );
    const [blurs] = site.column(
      "SELECT blurs FROM rock_post_images WHERE blurs <> '[]'",
    );
    expect(JSON.parse(blurs!)).toHaveLength(1);
    await site.untilIdle();
  });

  test("the admin signs in, and reviews finds by keys", async () => {
    const { visit, press, fill, sees, key } = visitor;
    addPost(site, { location: "Pier", show: false });
    await visit("/login");
    await fill("Username", site.adminUsername);
    await fill("Password", site.adminPassword!);
    await press("Login");
    await sees("Dashboard");
    await press("Look at them");
    await sees("1 of 2");
    const shown = () =>
      site.column<number>("SELECT show FROM rock_posts ORDER BY rps_key");
    await key("h");
    await sees("2 of 2");
    await key("u");
    await sees("1 of 2");
    await key("s");
    await sees("2 of 2");
    await key("h");
    await sees("Nothing is waiting.");
    expect(shown()).toEqual([1, 0]);
  });

  test("the admin says where a find was, and drags an album into its place", async () => {
    const { press, fill, sees, boxOf, drag } = visitor;
    await press("Journey");
    await press("Edit");
    await fill("Coordinates", "56.2211, -2.6986");
    await press("Save");
    await sees("56.2211, -2.6986");
    for (const name of ["one", "two"])
      await addAlbum(site, { name, title: name, photos: [{}] });
    await press("Albums");
    await sees("two");
    const [first, second] = [
      await boxOf("tr:nth-child(1) .grip"),
      await boxOf("tr:nth-child(2) .grip"),
    ];
    await drag([
      [second.x, second.y],
      [first.x, first.y],
    ]);
    await until(
      () =>
        site.column("SELECT name FROM albums ORDER BY order_num").join() ===
        "two,one",
    );
  });

  test("the find is on the map, with its pictures", async () => {
    const { visit, press, sees, run } = visitor;
    await visit("/map");
    await press("Rock 214");
    await sees("Journey: 1");
    await sees("Anstruther");
    await until(() =>
      run(() =>
        [...document.querySelectorAll("dialog img")].some(
          (image) =>
            image.getAttribute("src")?.includes("/sm/") &&
            (image as HTMLImageElement).naturalWidth > 0,
        ),
      ),
    );
    visitor.expectNoFaults();
  });
});
