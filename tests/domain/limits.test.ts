import { describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rateLimits } from "#db/schema.ts";
import {
  addressKey,
  countTry,
  createCallLimit,
  requireWithin,
  sweepLimits,
} from "#domain/limits/rate-limits.server.ts";

describe("who counts as one", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s is %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

test("a limit refuses the next try, says how long, and lets it through when its span is over", () => {
  const db = getDb();
  const limits = [{ count: 2, ms: 60_000 }];
  countTry(db, "test", "a", 1_000);
  countTry(db, "test", "a", 11_000);
  expect(() => requireWithin(db, "test", "a", limits, 21_000)).toThrow(
    expect.objectContaining({ kind: "too_many", retryAfter: 40 }),
  );
  requireWithin(db, "test", "b", limits, 21_000);
  requireWithin(db, "other", "a", limits, 21_000);
  requireWithin(db, "test", "a", limits, 61_001);
  sweepLimits(Date.now());
  expect(db.select().from(rateLimits).all()).toEqual([]);
});

test("a limit of calls counts each address and all together, and begins anew after its span", () => {
  const call = createCallLimit({ each: 2, all: 3, ms: 60_000 });
  const refused = (retryAfter: number) =>
    expect.objectContaining({ kind: "too_many", retryAfter });
  call("2001:db8::1", 1_000);
  call("2001:db8::2", 2_000);
  expect(() => call("2001:db8::3", 11_000)).toThrow(refused(50));
  call("192.0.2.1", 12_000);
  expect(() => call("192.0.2.2", 60_500)).toThrow(refused(1));
  for (const address of ["2001:db8::1", "2001:db8::1", "192.0.2.2"])
    call(address, 61_000);
  expect(() => call("192.0.2.3", 61_000)).toThrow(refused(60));
});
