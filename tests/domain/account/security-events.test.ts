import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { securityEvents } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import {
  describeBrowser,
  listEvents,
  recordRefusal,
  sweepEvents,
} from "#domain/account/security-events.server.ts";

beforeEach(() => void getDb().delete(securityEvents).run());
afterEach(() => void vi.useRealTimers());

const NOON = Number(new Date("2026-05-17T12:00:00Z"));
function refuse(address: string, at = NOON) {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  write((tx) => recordRefusal(tx, { address, userAgent: "" }));
}
const events = () =>
  listEvents().items.map(
    ({ address_prefix, times }) => `${address_prefix} ${times}`,
  );

test("refused sign-ins are one event for each network and hour", () => {
  for (const host of [1, 2, 3]) refuse(`198.51.100.${host}`);
  refuse("192.0.2.1", NOON - 1);
  refuse("192.0.2.1", NOON + 1);
  expect(events()).toEqual([
    "192.0.2.0/24 1",
    "198.51.100.0/24 3",
    "192.0.2.0/24 1",
  ]);
});

test("refused sign-ins of a flood from everywhere are few events", () => {
  for (let n = 0; n < 53; n++) refuse(`10.0.${n}.9`, NOON + n);
  expect(events()).toHaveLength(51);
  expect(events()[0]).toBe(" 3");
});

test("an event is kept for 90 days", () => {
  const days = 86_400_000;
  refuse("192.0.2.1");
  sweepEvents(NOON + 90 * days);
  expect(events()).toHaveLength(1);
  sweepEvents(NOON + 91 * days);
  expect(events()).toEqual([]);
});

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    "Chrome on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on a Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
    "Chrome on an iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "Firefox on Linux",
  ],
  ["Firefox/133.0", "Firefox"],
  ["curl/8.5.0", "Another program"],
  ["", "Another program"],
])("%s is %s", (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});
