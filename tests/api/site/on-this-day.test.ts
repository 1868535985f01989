import { afterEach, describe, expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const switchTo = async (on_this_day: boolean | null) => {
  const answer = await call("PUT /api/site-texts", { on_this_day });
  expect(answer.status).toBe(200);
};
const readHome = async (path = "/") => (await site.fetch(path)).text();
const addFind = () =>
  addPosts(site, [
    {
      rock: 31,
      location: "Lake Tekapo",
      comment: "It came home with us.",
      date: sameDayEarlier(),
      pictures: 1,
    },
  ]);

afterEach(async () => {
  await switchTo(null);
  site.alter("DELETE FROM rock_posts; DELETE FROM albums");
});

describe("on this day, on the home page", () => {
  test("is off at first, and again when it is switched off", async () => {
    await addFind();
    expect((await call("GET /api/site-texts")).body).toMatchObject({
      on_this_day: false,
    });
    expect(await readHome()).not.toContain('id="this-day"');
    await switchTo(true);
    expect(await readHome()).toContain('id="this-day"');
    await switchTo(false);
    expect(await readHome()).not.toContain('id="this-day"');
  });

  test("is a find of an earlier year, in the page itself and in its data", async () => {
    const [uuid] = await addFind();
    await switchTo(true);
    for (const path of ["/", "/_root.data"]) {
      const home = await readHome(path);
      expect(home).toContain("Lake Tekapo");
      expect(home).toContain(uuid);
    }
    expect(await readHome()).toContain(`/media/rocks/31/${uuid}/sm/p1.webp`);
    expect(await readHome()).toContain('href="/rocks/31"');
  });

  test("never shows what is hidden, from the moment on", async () => {
    await addFind();
    await switchTo(true);
    expect(await readHome()).toContain("p1.webp");
    site.alter("UPDATE rock_post_images SET show = 0");
    const bare = await readHome();
    expect(bare).toContain("Lake Tekapo");
    expect(bare).not.toContain("p1.webp");
    site.alter("UPDATE rock_posts SET show = 0");
    expect(await readHome()).not.toContain("Lake Tekapo");
    expect(await readHome()).not.toContain('id="this-day"');
  });

  test("is a photo of a shown album, and leads to it", async () => {
    const { pa_key, photos } = await addAlbum(site, {
      name: "lake",
      title: "At the lake",
      photos: [{}],
    });
    site.alter(`UPDATE photos SET date = '${sameDayEarlier()}'`);
    await switchTo(true);
    const home = await readHome();
    expect(home).toContain("At the lake");
    expect(home).toContain(
      `href="/photos?album=${pa_key}&amp;photo=${photos[0]}"`,
    );
    site.alter("UPDATE albums SET show = 0");
    expect(await readHome()).not.toContain("At the lake");
  });

  test("is not there when no other year has anything", async () => {
    await addPosts(site, [{ rock: 31, date: "2024-01-01", location: "Luss" }]);
    site.alter("UPDATE rock_posts SET date = date('now', '-40 days')");
    await switchTo(true);
    expect(await readHome()).not.toContain('id="this-day"');
  });

  test.each(["true", 1, "yes"])("is not switched with %s", async (value) => {
    const answer = await call("PUT /api/site-texts", { on_this_day: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      fields: { on_this_day: "On this day must be true or false." },
    });
  });
});
