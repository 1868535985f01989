import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { addUser, deleteUser } from "#domain/artists/artists.server.ts";
import { countTry, requireWithin } from "#domain/limits/rate-limits.server.ts";
import { lookAtClock } from "#domain/limits/clock.server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-05-17T12:00:00.000Z");

/** Of the clock that is right, and of the processor's count. */
let time = 0;
let wrong = 0;
/** Lets time pass while the site runs, and looks. */
const pass = (ms: number) => {
  time += ms;
  return lookAtClock(START + time + wrong, time);
};
const expires = () =>
  Date.parse(
    getDb()
      .$client.prepare("SELECT expires_dt FROM trash")
      .pluck()
      .get() as string,
  );

beforeEach(() => {
  time = wrong = 0;
  const { $client } = getDb();
  $client.exec("DELETE FROM trash; DELETE FROM secrets WHERE name = 'clock'");
  lookAtClock(START, 0);
  $client
    .prepare(
      "INSERT INTO trash (kind, key, label, rows, deleted_dt, expires_dt) VALUES ('rock', 1, 'Rock 1', '{}', ?, ?)",
    )
    .run(
      new Date(START).toISOString(),
      new Date(START + 30 * DAY).toISOString(),
    );
});

test("a clock that goes right moves nothing, and what has expired may be removed", () => {
  expect(pass(HOUR)).toBe(true);
  expect(pass(20 * HOUR)).toBe(true);
  expect(expires()).toBe(START + 30 * DAY);
});

test.each([
  ["ahead", 40 * DAY],
  ["behind", -40 * DAY],
])(
  "a clock that is 40 days %s for a while takes nothing away, and nothing is removed for a day after each jump",
  (_, error) => {
    wrong = error;
    expect(pass(HOUR)).toBe(false);
    expect(expires()).toBe(START + 30 * DAY + error);
    expect(pass(23 * HOUR)).toBe(false);
    expect(pass(2 * HOUR)).toBe(true);
    wrong = 0;
    expect(pass(HOUR)).toBe(false);
    expect(expires()).toBe(START + 30 * DAY);
    expect(pass(25 * HOUR)).toBe(true);
  },
);

test("what is deleted before a jump was noticed stays for its days all the same", () => {
  const { $client } = getDb();
  const error = 40 * DAY;
  // When the site last looked, the clock was ahead.
  lookAtClock(Date.now() + error, 0);
  $client.exec("DELETE FROM trash");
  const { ra_key } = addUser({
    display_name: "Mika",
    relation: "",
    dob: null,
  });
  deleteUser(ra_key);
  lookAtClock();
  const days = (expires() - Date.now()) / DAY;
  expect(days).toBeCloseTo(30, 1);
});

test("a clock that was ahead for one start leaves no limit used up and no session confirmed", () => {
  const $client = getDb().$client;
  const address = "203.0.113.7";
  const limit = [{ count: 3, ms: 15 * 60_000 }];
  const addSession = (id: string, at: number) =>
    $client
      .prepare(
        "INSERT INTO admin_sessions (id_hash, created_at, seen_at, confirmed_at) VALUES (?, ?, ?, ?)",
      )
      .run(id, at, at, at);
  $client.exec("DELETE FROM rate_limits; DELETE FROM admin_sessions");
  addSession("right", START);
  wrong = 40 * DAY;
  pass(HOUR / 4);
  const ahead = START + time + wrong;
  addSession("ahead", ahead);
  for (let n = 0; n < 3; n++) countTry(getDb(), "login", address, ahead);
  const isFree = (at: number) => {
    requireWithin(getDb(), "login", address, limit, at);
    return true;
  };
  expect(() => isFree(ahead)).toThrow();

  wrong = 0;
  pass(HOUR / 4);
  expect(
    $client.prepare("SELECT id_hash FROM admin_sessions").pluck().all(),
  ).toEqual(["right"]);
  expect(() => isFree(START + time)).toThrow();
  expect(isFree(START + time + HOUR / 4)).toBe(true);
});

test("a small correction is no jump", () => {
  wrong = HOUR / 2;
  expect(pass(HOUR)).toBe(true);
  expect(expires()).toBe(START + 30 * DAY);
});
