import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { addUser, deleteUser } from "#domain/artists/artists.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { saveHours } from "#domain/limits/hours-run.server.ts";
import { isSessionAlive } from "#domain/account/sessions.server.ts";
import { listTrash, sweepTrash } from "#domain/trash/trash.server.ts";
import { makeOldDatabase } from "#tests/setup/old-database.ts";
import { runSql } from "#tests/setup/rows.ts";
import { forget } from "#tests/setup/vitest/forget.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const turn = (ms: number) => vi.setSystemTime(Date.now() + ms);
async function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  saveHours();
  await sweepTrash();
}
const daysLeft = () =>
  listTrash().items.map(
    ({ expires_dt }) => (Date.parse(expires_dt) - Date.now()) / DAY,
  );

test("what is in the trash stays for 30 days of running, whatever the clock says", async () => {
  const { ra_key } = addUser({ display_name: "Mika", relation: "", dob: null });
  turn(40 * DAY);
  deleteUser(ra_key);
  await pass(HOUR);
  turn(-80 * DAY);
  await pass(10 * DAY);
  expect(daysLeft()).toEqual([expect.closeTo(20 - 1 / 24)]);
  // A new start counts from its own zero.
  forget("hours run");
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  expect(daysLeft()).toEqual([expect.closeTo(20 - 1 / 24)]);
  await pass(20 * DAY - 2 * HOUR);
  expect(daysLeft()).toEqual([expect.closeTo(1 / 24)]);
  await pass(HOUR);
  expect(daysLeft()).toEqual([]);
});

/** The last migration of the version before. */
const LAST = 17;

test("an update keeps the days that are left, also of a backup that was made long ago", () => {
  const wall = Date.parse("2026-05-17T12:00:00.000Z");
  const seen = JSON.stringify({ wall, hold: 0 });
  makeOldDatabase(
    LAST,
    `INSERT INTO secrets (name, value) VALUES ('clock', '${seen}');
     INSERT INTO trash (kind, key, label, rows, files, deleted_dt, expires_dt)
     VALUES ('artist', 7, 'Mika', '{}', '[]', '2026-04-22T12:00:00.000Z', '2026-05-22T12:00:00.000Z');`,
  );
  forget("hours run");
  expect(daysLeft()).toEqual([expect.closeTo(5, 1)]);
});

test("a session that a clock dated in the future has ended", () => {
  const add = (id: string, at: number) =>
    runSql(
      `INSERT INTO admin_sessions (id_hash, created_at, seen_at) VALUES ('${hashOf(id)}', ${at}, ${at})`,
    );
  add("right", Date.now());
  add("ahead", Date.now() + 40 * DAY);
  expect(["right", "ahead"].map(isSessionAlive)).toEqual([true, false]);
});
