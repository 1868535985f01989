import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockCounts,
  rockPostImages,
  rockPosts,
  rocks,
  siteTexts,
  users,
} from "#db/schema.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import {
  publicDataVersion,
  type DataGroup,
} from "#domain/site/public-data.server.ts";
import { getSettings } from "#core/settings.server.ts";

const post = (show: boolean) => ({
  uuid: randomUUID(),
  rock_number: 7,
  location: "Harbour wall",
  date: "2026-05-17T00:00:00Z",
  comment: "There it was.",
  show,
});
const image = (rps_key: number) => {
  const current_name = randomUUID();
  const original_file = `${current_name}.jpg`;
  return { rps_key, current_name, original_file, original_name: "a.jpg" };
};
const addPost = (show: boolean) =>
  getDb().insert(rockPosts).values(post(show)).returning().get().rps_key;
const addImage = (rps_key: number) =>
  getDb().insert(rockPostImages).values(image(rps_key)).returning().get()
    .rpi_key;

/** Whether a change changes the version of the public data. */
function changesVersion(change: () => unknown) {
  const before = publicDataVersion();
  change();
  return publicDataVersion() !== before;
}

describe("the version of the public data", () => {
  const db = getDb();
  const shown = addPost(true);
  const hidden = addPost(false);
  const hiddenImage = addImage(hidden);
  const shownImage = addImage(shown);
  addImage(addPost(true));
  const changeImage = (
    key: number,
    values: Partial<typeof rockPostImages.$inferInsert>,
  ) =>
    db
      .update(rockPostImages)
      .set(values)
      .where(eq(rockPostImages.rpi_key, key))
      .run();
  const change = (
    key: number,
    values: Partial<typeof rockPosts.$inferInsert>,
  ) => db.update(rockPosts).set(values).where(eq(rockPosts.rps_key, key)).run();

  test("stays if nothing is written", () => {
    expect(changesVersion(() => db.select().from(rockPosts).all())).toBe(false);
  });

  test.each([
    ["a shown post is added", () => addPost(true)],
    ["a shown post is changed", () => change(shown, { comment: "Another." })],
    ["a shown post gets an image", () => addImage(shown)],
    [
      "an image of a shown post becomes ready",
      () => changeImage(shownImage, { ready: true }),
    ],
    ["a post is hidden", () => change(shown, { show: false })],
    ["a post is shown", () => change(shown, { show: true })],
    [
      "a shown post is deleted",
      () => db.delete(rockPosts).where(eq(rockPosts.rps_key, shown)).run(),
    ],
    [
      "the catalogue gets a rock",
      () =>
        db
          .insert(rocks)
          .values({ rock_number: 7, original_file: "a.jpg" })
          .run(),
    ],
    [
      "a rock's picture is made",
      () => db.update(rocks).set({ ready: true }).run(),
    ],
    [
      "an artist is added",
      () => db.insert(users).values({ display_name: "Class 4b" }).run(),
    ],
    [
      "an album is added",
      () => db.insert(albums).values({ name: "sea", order_num: 1 }).run(),
    ],
    [
      "a photo is added",
      () =>
        db
          .insert(photos)
          .values({
            pa_key: 1,
            original_file: "a.jpg",
            name: "a.webp",
            order_num: 1,
          })
          .run(),
    ],
    [
      "a text of the site is saved",
      () =>
        db
          .insert(siteTexts)
          .values({ key: "site_name", value: "Rocks" })
          .onConflictDoUpdate({
            target: siteTexts.key,
            set: { value: "Stones" },
          })
          .run(),
    ],
    [
      "another process writes",
      () => {
        const other = new Database(getSettings().DATABASE_PATH);
        other.prepare("UPDATE users SET relation = 'Friend'").run();
        other.close();
      },
    ],
    ["the database is opened anew", () => closeDb()],
  ])("changes where %s", (_, write) => {
    expect(changesVersion(write)).toBe(true);
  });

  test.each([
    ["a find waits to be shown", () => addImage(addPost(false))],
    [
      "a waiting find's picture is made",
      () =>
        getDb()
          .update(rockPostImages)
          .set({ ready: true })
          .where(eq(rockPostImages.rpi_key, hiddenImage))
          .run(),
    ],
    [
      "a rock with nothing new is brought up to date",
      () => getDb().transaction((tx) => refreshRocks(tx, [7])),
    ],
    [
      "originals are read for the first time",
      () =>
        ["rock_post_images", "rocks", "photos"].forEach((table) =>
          getDb().$client.exec(`UPDATE ${table} SET sha256 = 'ab'`),
        ),
    ],
    [
      "a visit is counted",
      () =>
        getDb()
          .insert(rockCounts)
          .values({
            day: "2026-05-17",
            rock_qr_number: "7",
            page: "home",
            device: "phone",
            address_prefix: "",
          })
          .run(),
    ],
  ])("stays where %s", (_, write) => {
    expect(changesVersion(write)).toBe(false);
  });
});

describe("the version of one group", () => {
  const groups: DataGroup[] = ["finds", "rocks", "albums", "texts"];
  /** Lists the groups of public data whose version a change changes. */
  function changedBy(change: () => unknown) {
    const before = groups.map((group) => publicDataVersion([group]));
    change();
    return groups.filter(
      (group, index) => publicDataVersion([group]) !== before[index],
    );
  }

  test.each<[string, () => unknown, DataGroup[]]>([
    ["a shown find is added", () => addPost(true), ["finds"]],
    [
      "a rock is changed",
      () => getDb().update(rocks).set({ comment: "Green" }).run(),
      ["rocks"],
    ],
    [
      "an artist is changed",
      () => getDb().update(users).set({ relation: "School" }).run(),
      ["rocks"],
    ],
    [
      "albums are reordered",
      () => getDb().update(albums).set({ order_num: 7 }).run(),
      ["albums"],
    ],
    [
      "a photo is hidden",
      () => getDb().update(photos).set({ show: false }).run(),
      ["albums"],
    ],
    [
      "a text is saved",
      () => getDb().update(siteTexts).set({ value: "Pebbles" }).run(),
      ["texts"],
    ],
    ["a find waits", () => addPost(false), []],
  ])("changes alone when %s", (_, change, changed) => {
    expect(changedBy(change)).toEqual(changed);
  });

  test("has changed when the transaction that changes it is over", () => {
    const seen: string[] = [publicDataVersion(["finds"])];
    getDb().transaction(() => {
      addPost(true);
      addPost(true);
    });
    seen.push(publicDataVersion(["finds"]), publicDataVersion(["finds"]));
    expect(seen[1]).not.toBe(seen[0]);
    expect(seen[2]).toBe(seen[1]);
  });

  test("of several changes when one of them does", () => {
    const before = publicDataVersion(["albums", "texts"]);
    addPost(true);
    expect(publicDataVersion(["albums", "texts"])).toBe(before);
    getDb().update(siteTexts).set({ value: "Rocks again" }).run();
    expect(publicDataVersion(["albums", "texts"])).not.toBe(before);
  });
});
