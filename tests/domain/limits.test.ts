import { expect, test } from "vitest";
import { networkOf } from "#core/network.server.ts";
import {
  addressKey,
  EVERYWHERE,
  requireWithin,
  sweepTries,
  takeTry,
  uncountTry,
} from "#domain/limits/tries.server.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ["203.0.113.7", "203.0.113.0/24", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24", "203.0.113.0/24"],
  ["2001:DB8:1:2ab::9", "2001:db8:1:200::/56", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/56", "2001:db8:0::/48"],
  ["unknown", "unknown", "unknown"],
])("%s is in %s and in %s", (address, narrow, wide) => {
  expect(networkOf(address, { ipv4: 24, ipv6: 56 })).toBe(narrow);
  expect(networkOf(address, { ipv4: 24, ipv6: 48 })).toBe(wide);
});

const limits = (count: number, everywhere: number) =>
  new Map([
    ["a", [{ count, ms: 60_000 }]],
    [EVERYWHERE, [{ count: everywhere, ms: 60_000 }]],
  ]);

test("a limit refuses the next try, says how long, and lets it through when its span is over", () => {
  takeTry("test", limits(2, 9), 1_000);
  takeTry("test", limits(2, 9), 11_000);
  const refused = expect.objectContaining({ kind: "too_many", retryAfter: 40 });
  expect(() => takeTry("test", limits(2, 9), 21_000)).toThrow(refused);
  requireWithin("test", limits(3, 9), 21_000);
  requireWithin("other", limits(2, 9), 21_000);
  expect(() => requireWithin("test", limits(3, 2), 21_000)).toThrow(refused);
  takeTry("test", limits(2, 9), 61_001);
  expect(() => requireWithin("test", limits(2, 9), 62_000)).toThrow();
  uncountTry("test", limits(2, 9));
  requireWithin("test", limits(2, 9), 62_000);
});

test("no limit counts nothing", () => {
  const none = new Map([["b", []]]);
  for (let n = 0; n < 3; n++) takeTry("test", none);
  requireWithin("test", new Map([["b", [{ count: 1, ms: 60_000 }]]]));
});

test("a try counts no more after a month", () => {
  const month = new Map([["c", [{ count: 1, ms: 31 * 86_400_000 }]]]);
  takeTry("test", month, 0);
  sweepTries(30 * 86_400_000);
  expect(() => requireWithin("test", month, 30 * 86_400_000)).toThrow();
  sweepTries(32 * 86_400_000);
  requireWithin("test", month, 0);
});
