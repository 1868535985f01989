import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { recordEvent } from "#domain/account/security-events.server.ts";
import { countSignIn } from "#domain/account/sign-in.server.ts";
import { runSql } from "#tests/setup/rows.ts";
import { forgetTries } from "#tests/setup/vitest/forget.ts";

process.env.LOGIN_LIMIT = "1/15m";
const HOME = "198.51.100.5";

beforeEach(() => {
  forgetTries();
  runSql("DELETE FROM security_events");
});

const isRefused = (address: string) => {
  try {
    countSignIn(address);
    return false;
  } catch {
    return true;
  }
};
const numbers = Array.from({ length: 30 }, (_, number) => number);
const countTaken = (addresses: string[]) =>
  addresses.filter((address) => !isRefused(address)).length;

test.each([
  ["/24", 4, (n: number) => `203.0.113.${n}`, "203.0.114.99"],
  [
    "/56",
    4,
    (n: number) => `2001:db8:1:2${n.toString(16).padStart(2, "0")}::1`,
    "2001:db8:1:300::1",
  ],
  [
    "/48",
    8,
    (n: number) => `2001:db8:1:${n.toString(16)}00::1`,
    "2001:db8:2:ff00::1",
  ],
])(
  "a %s has %i times the tries of one address",
  (_, times, addressOf, outside) => {
    expect(countTaken(numbers.map(addressOf))).toBe(times);
    expect(isRefused(outside)).toBe(false);
  },
);

test("tries from everywhere are limited, and the admin still signs in from a network that they did before", () => {
  recordEvent(getDb(), "signed-in", { address: HOME, userAgent: "" });
  expect(countTaken(numbers.map((n) => `203.0.${n}.7`))).toBe(20);
  expect(isRefused("192.0.2.1")).toBe(true);
  expect(isRefused(HOME)).toBe(false);
  expect(isRefused(HOME)).toBe(true);
});
