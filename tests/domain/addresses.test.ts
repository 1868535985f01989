import { expect, test } from "vitest";
import { networkOf } from "#core/network.server.ts";

test.each([
  ["203.0.113.7", "203.0.113.0/24", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24", "203.0.113.0/24"],
  ["2001:db8:1:2ab::9", "2001:db8:1:200::/56", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/56", "2001:db8:0::/48"],
  ["unknown", "unknown", "unknown"],
])("%s is in %s and in %s", (address, narrow, wide) => {
  expect(networkOf(address, { ipv4: 24, ipv6: 56 })).toBe(narrow);
  expect(networkOf(address, { ipv4: 24, ipv6: 48 })).toBe(wide);
});
