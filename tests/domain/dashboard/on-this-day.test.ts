import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { albums, photos, rockPostImages, rockPosts } from "#db/schema.ts";
import { localDay } from "#core/local-day.server.ts";
import { readOnThisDay } from "#domain/site/on-this-day.server.ts";
import { publicDataVersion } from "#domain/site/public-data.server.ts";

beforeEach(() => {
  for (const table of [rockPosts, albums]) getDb().delete(table).run();
});

function addFind(
  day: string,
  {
    show = true,
    picture = true,
    time = "00:00:00",
    image = {},
  }: {
    show?: boolean;
    picture?: boolean;
    time?: string;
    image?: Partial<typeof rockPostImages.$inferInsert>;
  } = {},
) {
  const { rps_key, uuid } = getDb()
    .insert(rockPosts)
    .values({
      uuid: randomUUID(),
      rock_number: 7,
      location: "Lake Tekapo",
      date: `${day}T${time}Z`,
      comment: "It came home with us for one night.",
      name: "Tui",
      show,
    })
    .returning()
    .get();
  if (picture)
    getDb()
      .insert(rockPostImages)
      .values({
        rps_key,
        current_name: "a",
        original_file: "a.jpg",
        original_name: "a.jpg",
        ready: true,
        ...image,
      })
      .run();
  return uuid;
}

function addPhoto(
  date: string,
  {
    show = true,
    album = {},
    photo = {},
  }: {
    show?: boolean;
    album?: Partial<typeof albums.$inferInsert>;
    photo?: Partial<typeof photos.$inferInsert>;
  } = {},
) {
  const { pa_key } = getDb()
    .insert(albums)
    .values({
      name: `a${randomUUID().replaceAll("-", "")}`,
      display_name: "The lake",
      show,
      order_num: 1,
      ...album,
    })
    .returning()
    .get();
  return getDb()
    .insert(photos)
    .values({
      pa_key,
      original_file: "a.jpg",
      name: "a.webp",
      date,
      order_num: 1,
      ready: true,
      ...photo,
    })
    .returning()
    .get().p_key;
}

const uuidOn = (today: string) => {
  const memory = readOnThisDay(today);
  return memory?.kind === "find" ? memory.uuid : memory;
};

describe("on this day", () => {
  test("is nothing when no other year has anything", () => {
    addFind("2026-11-22");
    addFind("2027-11-22");
    addFind("2024-11-21", { time: "23:59:59" });
    addFind("2024-11-23");
    addPhoto("2026-11-22");
    expect(readOnThisDay("2026-11-22")).toBeUndefined();
  });

  test("is a find of the same day in an earlier year, at any hour", () => {
    const uuid = addFind("2024-11-22", { time: "23:59:59" });
    expect(readOnThisDay("2026-11-22")).toEqual({
      kind: "find",
      uuid,
      rock_number: 7,
      location: "Lake Tekapo",
      comment: "It came home with us for one night.",
      lang: null,
      date: "2024-11-22",
      years: 2,
      imagename: "a",
      imagedescription: "",
      pin: null,
    });
  });

  test("is a photo of the same day, by its own title or its album's", () => {
    const p_key = addPhoto("1998-11-22");
    expect(readOnThisDay("2026-11-22")).toMatchObject({
      kind: "photo",
      p_key,
      title: "The lake",
      years: 28,
    });
    getDb().update(photos).set({ display_name: "First swim" }).run();
    expect(readOnThisDay("2026-11-22")).toMatchObject({ title: "First swim" });
  });

  test("stays the same all day, and differs from year to year", () => {
    for (let year = 2001; year <= 2024; year++) addFind(`${year}-11-22`);
    const chosen = (today: string) =>
      Array.from({ length: 3 }, () => uuidOn(today));
    expect(new Set(chosen("2026-11-22")).size).toBe(1);
    const years = ["2025", "2026", "2027", "2028", "2029", "2030"];
    expect(
      new Set(years.map((year) => uuidOn(`${year}-11-22`))).size,
    ).toBeGreaterThan(1);
  });

  test("is one with a picture, if there is any", () => {
    const bare = addFind("2024-11-22", { picture: false });
    expect(readOnThisDay("2026-11-22")).toMatchObject({
      uuid: bare,
      imagename: null,
    });
    const pictured = addFind("2023-11-22");
    expect(uuidOn("2026-11-22")).toBe(pictured);
  });

  test("never says who sent it", () => {
    addFind("2024-11-22");
    expect(JSON.stringify(readOnThisDay("2026-11-22"))).not.toContain("Tui");
  });

  test.each([
    ["a hidden find", () => addFind("2024-11-22", { show: false })],
    [
      "a photo of a hidden album",
      () => addPhoto("2024-11-22", { show: false }),
    ],
    [
      "a hidden photo",
      () => addPhoto("2024-11-22", { photo: { show: false } }),
    ],
    [
      "a photo that is gone from the store",
      () => addPhoto("2024-11-22", { photo: { missing: true } }),
    ],
  ])("is never %s", (_, add) => {
    add();
    expect(readOnThisDay("2026-11-22")).toBeUndefined();
  });

  test("never shows a hidden image of a shown find, nor one that is not ready", () => {
    addFind("2024-11-22", { image: { show: false } });
    addFind("2023-11-22", { image: { ready: false } });
    expect(readOnThisDay("2026-11-22")).toMatchObject({ imagename: null });
  });

  test("of a 29 February comes on the 28th in a year without one, and on the 29th alone in a year with one", () => {
    const leap = addFind("2024-02-29");
    expect(uuidOn("2027-02-28")).toBe(leap);
    expect(readOnThisDay("2027-02-28")).toMatchObject({ years: 3 });
    expect(readOnThisDay("2027-03-01")).toBeUndefined();
    expect(uuidOn("2028-02-29")).toBe(leap);
    expect(readOnThisDay("2028-02-28")).toBeUndefined();
    getDb().delete(rockPosts).run();
    addPhoto("2024-02-29");
    expect(readOnThisDay("2027-02-28")).toMatchObject({ kind: "photo" });
    expect(readOnThisDay("2028-02-28")).toBeUndefined();
  });
});

describe("the version of what a page reads of today", () => {
  afterEach(() => void vi.useRealTimers());

  test("changes at midnight, in the process's time zone, and not before", () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 22, 0, 0, 0) });
    const version = () => publicDataVersion(["finds", "today"]);
    const morning = version();
    const finds = publicDataVersion(["finds"]);
    vi.setSystemTime(new Date(2026, 10, 22, 23, 59, 59));
    expect(localDay()).toBe("2026-11-22");
    expect(version()).toBe(morning);
    vi.setSystemTime(new Date(2026, 10, 23, 0, 0, 0));
    expect(localDay()).toBe("2026-11-23");
    expect(version()).not.toBe(morning);
    expect(publicDataVersion(["finds"])).toBe(finds);
  });
});
