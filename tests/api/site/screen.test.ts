import { afterEach, describe, expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { showFind } from "#tests/setup/calls/find-calls.ts";
import { addPosts, addRocks, keyOfPost } from "#tests/setup/calls/rocks.ts";
import { get, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

afterEach(() =>
  site.alter(
    "DELETE FROM rock_pins; DELETE FROM rock_posts; DELETE FROM rocks; DELETE FROM albums; DELETE FROM history",
  ),
);

async function read(address: string) {
  const answer = await get(address);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return answer.text();
}

const nextOf = (html: string) =>
  /data-next="([^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");

/** Follows the screen from scene to scene, as its script does. */
async function play(scenes: number, from = "/screen?step=0") {
  const seen: string[] = [];
  let address = from;
  while (seen.length < scenes) {
    const html = await read(`${address}&part=scene`);
    seen.push(html);
    address = nextOf(html);
  }
  return seen;
}

const kindsOf = (scenes: string[]) =>
  scenes.map((html) => /scene--(\w+)/.exec(html)![1]);

describe("the screen for a memorial day", () => {
  test("shows the site's title on an empty site, without an end, and else finds, photographs, journeys and the map of the world in turn", async () => {
    expect(kindsOf(await play(3))).toEqual(["title", "title", "title"]);
    addRocks(site, [[31], [32]]);
    await addPosts(site, [
      { rock: 31, location: "Lake Tekapo", at: [-44, 170.5], pictures: 1 },
      { rock: 31, location: "Osaka", at: [34.7, 135.5], date: "2026-06-01" },
    ]);
    await addAlbum(site, { name: "lake", title: "The lake", photos: [{}] });
    const scenes = await play(10);
    expect(kindsOf(scenes)).toEqual(
      "title find photo journey find world find photo journey find".split(" "),
    );
    expect(scenes[1]).toContain("Rock 31, Lake Tekapo");
    expect(scenes[1]).toContain("webp/p1.webp");
    expect(scenes[2]).toContain("The lake");
    expect(scenes[3]).toContain("Found 2 times");
    expect(scenes[3]).toMatch(/<path class="scene-way" pathLength="1" d="M/);
    expect(scenes[5]!.match(/<circle/g)).toHaveLength(2);
    expect(scenes[5]).toContain("1 of 2 rocks have been found");
  });

  test("comes round to every find, however old @soak", async () => {
    const posts = Array.from({ length: 60 }, (_, index) => ({
      rock: 31,
      location: `Place ${index}.`,
      date: index === 0 ? "2001-01-01" : "2026-01-01",
      pictures: 1,
    }));
    await addPosts(site, posts);
    const all = (await play(700)).join();
    for (const { location } of posts)
      expect(all).toContain(`Rock 31, ${location}`);
  });

  test("shows a find next that an admin shows meanwhile, once, however long ago it was sent", async () => {
    const [, waiting] = await addPosts(site, [
      { rock: 31, location: "Lake Tekapo", pictures: 1 },
      { rock: 5, location: "Cape Reinga", pictures: 1, show: false },
      { rock: 6, location: "Nobody knows", pictures: 1, show: false },
    ]);
    site.alter("UPDATE rock_posts SET create_dt = '2026-01-01T00:00:00.000Z'");
    const [first] = await play(1);
    await showFind({ rps_key: keyOfPost(waiting!) });
    const [news, ...more] = await play(12, nextOf(first!));
    expect(news).toContain("Rock 5, Cape Reinga");
    expect(news).toContain("Just found");
    expect(more.join()).not.toContain("Just found");
    expect(more.join()).not.toContain("Nobody knows");

    // One that needs no review is next too, once its picture is ready.
    const [last] = await play(1);
    await addPosts(site, [{ rock: 8, location: "Uluru", pictures: 1 }]);
    site.alter("UPDATE rock_post_images SET ready = 0");
    expect((await play(1, nextOf(last!)))[0]).not.toContain("Just found");
    site.alter("UPDATE rock_post_images SET ready = 1");
    const [next] = await play(1, nextOf(last!));
    expect(next).toContain("Rock 8, Uluru");
    expect(next).toContain("Just found");
  });

  test("leads to the site with a QR code, and speaks the visitor's language", async () => {
    const page = await read("/screen?lang=de");
    expect(page).toContain('<html lang="de" dir="ltr">');
    expect(page).toContain(new URL(site.baseURL).host);
    expect(page).toMatch(/<svg class="screen-code"/);
    expect(nextOf(page)).toContain("lang=de");
    // Without scripts the browser loads the next scene as a page.
    expect(page).toMatch(
      /<noscript><meta http-equiv="refresh" content="12;url=\/screen\?[^"]*step=1&amp;since=[^"]+"\/><\/noscript>/,
    );
  });
});
