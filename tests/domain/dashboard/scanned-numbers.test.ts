import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockCounts } from "#db/schema.ts";
import { readScannedNumbers } from "#domain/visits/scanned-numbers.server.ts";
import { addFind, addRock, runSql } from "#tests/setup/rows.ts";

const NOW = Date.parse("2026-11-22T19:00:00Z");
const silent = (limit = 20) => readScannedNumbers(limit, NOW).silent;
const withoutRock = (limit = 20) => readScannedNumbers(limit, NOW).withoutRock;

beforeEach(() =>
  runSql("DELETE FROM rock_counts; DELETE FROM rock_posts; DELETE FROM rocks"),
);

const addRocks = (...numbers: number[]) =>
  numbers.forEach((number) => addRock(number));

const scan = (
  rock: number | string,
  day: string,
  more: Partial<typeof rockCounts.$inferInsert> = {},
) =>
  getDb()
    .insert(rockCounts)
    .values({
      ...{ day, rock_qr_number: String(rock), page: "/", device: "phone" },
      ...{ address_prefix: "203.0.113.0/24", visits: 1, ...more },
    })
    .run();

const send = (
  rock_number: number,
  day: string,
  more: Parameters<typeof addFind>[0] = {},
) => addFind({ rock_number, create_dt: `${day}T12:00:00.000Z`, ...more });

test("silent rocks were scanned and never reported, the latest scan first", () => {
  addRocks(7, 8, 9);
  scan(7, "2026-11-09");
  scan(7, "2026-11-20", { visits: 2 });
  scan(7, "2026-11-20", { page: "/map" });
  scan(8, "2026-11-21");
  expect(silent()).toEqual([
    { rock_number: 8, pin: null, scans: 1, last: "2026-11-21" },
    { rock_number: 7, pin: null, scans: 4, last: "2026-11-20" },
  ]);
});

test("silent rocks are those that were scanned after their last find, and only the scans after it count", () => {
  addRocks(7, 8);
  scan(7, "2026-11-10");
  send(7, "2026-11-12");
  scan(8, "2026-11-10");
  send(8, "2026-11-12");
  scan(8, "2026-11-14", { visits: 3 });
  expect(silent()).toEqual([
    { rock_number: 8, pin: null, scans: 3, last: "2026-11-14" },
  ]);
});

test.each<[string, number, object]>([
  ["waits", 7, { show: false }],
  ["was put aside", 7, { show: false, put_aside: true }],
  ["is shown", 7, { show: true }],
  ["has another number, but their QR code", 8, { rock_number_qr: 7 }],
])(
  "silent rocks are reported by a find that %s, on the same day",
  (_, number, find) => {
    addRocks(7, 8);
    scan(7, "2026-11-12");
    send(number, "2026-11-12", find);
    expect(silent()).toEqual([]);
  },
);

test("silent rocks are not those of the catalogue that nobody has scanned for 30 days, nor numbers outside it", () => {
  addRocks(7, 8);
  scan(7, "2026-10-22");
  scan(8, "2026-10-23");
  scan(9, "2026-11-20");
  expect(silent().map(({ rock_number }) => rock_number)).toEqual([8]);
});

test("silent rocks are not scanned by bots, nor without a number, and are as many as asked for", () => {
  addRocks(1, 2, 3, 7);
  scan(7, "2026-11-20", { device: "bot" });
  scan("", "2026-11-20");
  expect(silent()).toEqual([]);
  for (const rock of [1, 2, 3]) scan(rock, "2026-11-20");
  expect(silent(2)).toHaveLength(2);
});

test("numbers without a rock were sent, scanned or both, those that were sent first", () => {
  scan(640, "2026-11-20");
  scan(311, "2026-11-20", { visits: 4 });
  scan(2500, "2026-11-20", { visits: 2 });
  send(2500, "2026-11-21", { show: false });
  send(77, "2026-11-21");
  send(77, "2026-11-22");
  expect(withoutRock()).toEqual([
    { rock_number: 77, sent: 2, scans: 0 },
    { rock_number: 2500, sent: 1, scans: 2 },
    { rock_number: 311, sent: 0, scans: 4 },
    { rock_number: 640, sent: 0, scans: 1 },
  ]);
});

test("numbers without a rock count a find once, whether its number was typed, scanned or both", () => {
  addRocks(8);
  send(2500, "2026-11-21", { rock_number_qr: 2500 });
  send(8, "2026-11-21", { rock_number_qr: 2500 });
  expect(withoutRock()).toEqual([{ rock_number: 2500, sent: 2, scans: 0 }]);
});

test("numbers without a rock are as many as asked for, and gone as soon as the catalogue has them", () => {
  send(2500, "2026-11-21");
  scan(311, "2026-11-20");
  expect(withoutRock(1)).toHaveLength(1);
  addRocks(2500, 311);
  expect(withoutRock()).toEqual([]);
});

test("numbers without a rock are not those that no rock can have, nor what a bot or nobody has lately asked for", () => {
  for (const number of ["0", "100001", "99999999999999999999", "1e3", "-4"])
    scan(number, "2026-11-20");
  send(0, "2026-11-20", { rock_number_qr: 0 });
  scan(12, "2026-11-20", { device: "bot" });
  scan(13, "2026-10-01");
  send(14, "2026-10-01");
  expect(withoutRock()).toEqual([]);
});
