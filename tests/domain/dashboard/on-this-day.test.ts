import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { localDay } from "#core/local-day.server.ts";
import { readOnThisDay } from "#domain/site/on-this-day.server.ts";
import { publicDataVersion } from "#domain/site/public-data.server.ts";
import {
  addAlbum,
  addFind,
  addImage,
  addPhoto,
  runSql,
} from "#tests/setup/rows.ts";

beforeEach(() => runSql("DELETE FROM rock_posts; DELETE FROM albums"));

/** Adds a find of a day, with a picture unless that is null. @returns its uuid */
function addFindOn(
  day: string,
  { show = true, time = "00:00:00" } = {},
  picture: Parameters<typeof addImage>[1] | null = {},
) {
  const date = `${day}T${time}Z`;
  const { rps_key, uuid } = addFind({ date, name: "Tui", show });
  if (picture)
    addImage(rps_key, { current_name: "a", ready: true, ...picture });
  return uuid;
}

/** Adds a photo of a day, in an album of its own. @returns its key */
function addPhotoOn(
  date: string,
  photo: Parameters<typeof addPhoto>[1] = {},
  isAlbumShown = true,
) {
  const name = `a${randomUUID().replaceAll("-", "")}`;
  const album = { display_name: "The lake", show: isAlbumShown };
  const { pa_key } = addAlbum(name, album);
  return addPhoto(pa_key, { date, ready: true, ...photo }).p_key;
}

const uuidOn = (today: string) => {
  const memory = readOnThisDay(today);
  return memory?.kind === "find" ? memory.uuid : memory;
};

test("on this day is nothing when no other year has anything", () => {
  addFindOn("2026-11-22");
  addFindOn("2027-11-22");
  addFindOn("2024-11-21", { time: "23:59:59" });
  addFindOn("2024-11-23");
  addPhotoOn("2026-11-22");
  expect(readOnThisDay("2026-11-22")).toBeUndefined();
});

test("on this day is a find of the same day in an earlier year, at any hour", () => {
  const uuid = addFindOn("2024-11-22", { time: "23:59:59" });
  expect(readOnThisDay("2026-11-22")).toEqual({
    ...{ kind: "find", uuid, rock_number: 7, pin: null, lang: null },
    ...{ location: "Harbour wall", comment: "There it was." },
    ...{ latitude: null, longitude: null },
    ...{ date: "2024-11-22", years: 2, imagename: "a", imagedescription: "" },
  });
});

test("on this day is a photo of the same day, by its own title or its album's", () => {
  const p_key = addPhotoOn("1998-11-22");
  const photo = { kind: "photo", p_key, title: "The lake", years: 28 };
  expect(readOnThisDay("2026-11-22")).toMatchObject(photo);
  runSql("UPDATE photos SET display_name = 'First swim'");
  expect(readOnThisDay("2026-11-22")).toMatchObject({ title: "First swim" });
});

test("on this day stays the same all day, and differs from year to year", () => {
  for (let year = 2001; year <= 2024; year++) addFindOn(`${year}-11-22`);
  const chosen = (...years: number[]) =>
    new Set(years.map((year) => uuidOn(`${year}-11-22`))).size;
  expect(chosen(2026, 2026, 2026)).toBe(1);
  expect(chosen(2025, 2026, 2027, 2028, 2029, 2030)).toBeGreaterThan(1);
});

test("on this day is one with a picture, if there is any", () => {
  const bare = addFindOn("2024-11-22", {}, null);
  const found = { uuid: bare, imagename: null };
  expect(readOnThisDay("2026-11-22")).toMatchObject(found);
  const pictured = addFindOn("2023-11-22");
  expect(uuidOn("2026-11-22")).toBe(pictured);
});

test.each([
  ["a hidden find", () => addFindOn("2024-11-22", { show: false })],
  ["a photo of a hidden album", () => addPhotoOn("2024-11-22", {}, false)],
  ["a hidden photo", () => addPhotoOn("2024-11-22", { show: false })],
  ["a lost photo", () => addPhotoOn("2024-11-22", { missing: true })],
])("on this day is never %s", (_, add) => {
  add();
  expect(readOnThisDay("2026-11-22")).toBeUndefined();
});

test("on this day never shows a hidden image of a shown find, nor one that is not ready", () => {
  addFindOn("2024-11-22", {}, { show: false });
  addFindOn("2023-11-22", {}, { ready: false });
  expect(readOnThisDay("2026-11-22")).toMatchObject({ imagename: null });
});

test("a memory of 29 February comes on the 28th in a year without one, and on the 29th alone in a year with one", () => {
  const leap = addFindOn("2024-02-29");
  expect(uuidOn("2027-02-28")).toBe(leap);
  expect(readOnThisDay("2027-02-28")).toMatchObject({ years: 3 });
  expect(readOnThisDay("2027-03-01")).toBeUndefined();
  expect(uuidOn("2028-02-29")).toBe(leap);
  expect(readOnThisDay("2028-02-28")).toBeUndefined();
  runSql("DELETE FROM rock_posts");
  addPhotoOn("2024-02-29");
  expect(readOnThisDay("2027-02-28")).toMatchObject({ kind: "photo" });
  expect(readOnThisDay("2028-02-28")).toBeUndefined();
});

test("the version of what a page reads of today changes at midnight, in the process's time zone, and not before", () => {
  onTestFinished(() => void vi.useRealTimers());
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
