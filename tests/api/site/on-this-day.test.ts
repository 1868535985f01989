import { expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";
import { call, setUpSite, site, textAt } from "#tests/setup/vitest/site.ts";

setUpSite();

const switchTo = (on_this_day: unknown) =>
  call("PUT /api/site-texts", { on_this_day });
const readHome = (path = "/") => textAt(path);

test("a find of an earlier year is on the home page once that is switched on, and nothing hidden of it", async () => {
  const date = sameDayEarlier();
  const [uuid] = await addPosts(site, [
    { rock: 31, location: "Lake Tekapo", date, pictures: 1 },
  ]);
  const { on_this_day } = (await call("GET /api/site-texts")).body;
  expect(on_this_day).toBe(false);
  expect(await readHome()).not.toContain('id="this-day"');
  expect((await switchTo(true)).status).toBe(200);
  expect(await readHome("/_root.data")).toContain(uuid);
  const home = await readHome();
  for (const part of [
    "Lake Tekapo",
    `/media/rocks/31/${uuid}/sm/p1.webp`,
    'href="/rocks/31"',
  ])
    expect(home).toContain(part);

  site.alter("UPDATE rock_posts SET show = 0");
  expect(await readHome()).not.toContain('id="this-day"');

  const { pa_key, photos } = await addAlbum(site, {
    name: "lake",
    title: "At the lake",
    photos: [{}],
  });
  site.alter(`UPDATE photos SET date = '${date}'`);
  expect(await readHome()).toContain(
    `href="/photos?album=${pa_key}&amp;photo=${photos[0]}"`,
  );
  await switchTo(false);
  expect(await readHome()).not.toContain('id="this-day"');
  const fields = { on_this_day: "On this day must be true or false." };
  for (const value of ["true", 1])
    expect((await switchTo(value)).body).toMatchObject({ fields });
});
