import { beforeEach, expect, test } from "vitest";
import { countedPage } from "#app/pages.ts";
import { getDb } from "#db/client.server.ts";
import { rockCounts } from "#db/schema.ts";
import {
  countVisit,
  sweepAddresses,
} from "#domain/visits/rock-counts.server.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const visit = {
  rock_qr_number: "7",
  page_url: "https://rocks.example/map?rock=7#top",
  session_id: "a",
  user_agent: PHONE,
};
const from = { page: "/map", address: "203.0.113.77" };
const day = (ago: number) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const rows = () => getDb().select().from(rockCounts).all();

beforeEach(() => {
  getDb().delete(rockCounts).run();
});

/** What is kept of a visit, and that it is nothing else, is tried in `api/rocks/rock-count`. */
test.each([
  ["https://rocks.example/", "/"],
  ["https://rocks.example/finds/0b5e#key", "/finds"],
  ["https://rocks.example/rocks/214", "/rocks"],
  ["/photos?album=2&photo=9", "/photos"],
  ["https://rocks.example/login", "other"],
  ["https://rocks.example/admin/rocks", "other"],
  ["https://rocks.example/<script>", "other"],
  ["http://[", "other"],
  ["", "/"],
])("the page of %s is %s", (page_url, page) => {
  expect(countedPage(page_url)).toBe(page);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/15E148", "phone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36", "phone"],
  ["Mozilla/5.0 (Linux; Android 15; SM-X710) Safari/537.36", "tablet"],
  ["Mozilla/5.0 (iPad; CPU OS 17_0) Mobile/15E148", "tablet"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "computer"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "computer"],
  ["Mozilla/5.0 (Linux; Android 6) Mobile (compatible; Googlebot/2.1)", "bot"],
  ["Mozilla/5.0 (Linux; Android 13; CUBOT X18) Mobile Safari/537", "phone"],
  ["curl/8", "unknown"],
  ["", "unknown"],
])("the device of %s is %s", (user_agent, device) => {
  countVisit({ ...visit, user_agent }, from);
  expect(rows()[0]).toMatchObject({ device });
});

test("after 30 days only sums are left, by day, rock, page and device", () => {
  const db = getDb();
  const row = { rock_qr_number: "7", page: "/", device: "phone", visits: 2 };
  db.insert(rockCounts)
    .values([
      { ...row, day: day(31), address_prefix: "198.51.100.0/24" },
      { ...row, day: day(31), address_prefix: "203.0.113.0/24", visits: 3 },
      { ...row, day: day(31), address_prefix: "" },
      { ...row, day: day(30), address_prefix: "203.0.113.0/24" },
    ])
    .run();
  sweepAddresses();
  sweepAddresses();
  expect(rows()).toEqual([
    { ...row, day: day(31), address_prefix: "", visits: 7 },
    { ...row, day: day(30), address_prefix: "203.0.113.0/24" },
  ]);
});

test("one network can't fill the table: past 200 rows a day its visits are counted without their rock", () => {
  for (let rock = 1; rock <= 260; rock++)
    countVisit({ ...visit, rock_qr_number: String(rock) }, from);
  expect(rows()).toHaveLength(201);
  const ofNone = rows().filter(({ rock_qr_number }) => rock_qr_number === "");
  expect(ofNone).toMatchObject([{ visits: 60 }]);
});
