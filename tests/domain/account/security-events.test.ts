import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { securityEvents } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import {
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
