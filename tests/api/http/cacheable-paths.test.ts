import { describe, expect, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import { answerCalls } from "#app/http/calls/dispatch.server.ts";
import { createSizedCache } from "#app/http/cache/sized-cache.ts";
import {
  isCacheable,
  readCacheable,
} from "#app/http/cache/cacheable-paths.server.ts";

answerCalls(calls);

const addressOf = (address: string) =>
  readCacheable(address, () => "en")?.address.replace(/[?&]lang=en$/, "");

describe("the address that an answer is cached under", () => {
  test.each([
    ["/", "/"],
    ["/?utm_source=a&fbclid=b", "/"],
    [`/map?${"x".repeat(10_000)}=1`, "/map"],
    ["/map?rock=7&rock=8&a=b", "/map?rock=7"],
    ["/map?list&rock=7", "/map?rock=7&list="],
    ["/photos?photo=4&album=3", "/photos?album=3&photo=4"],
    ["/photos?album=3&photo=4", "/photos?album=3&photo=4"],
    ["/api/rock-posts?sort=date", "/api/rock-posts"],
    ["/api/rock-posts/", "/api/rock-posts"],
    ["/api/albums?limit=3", "/api/albums"],
    ["/map?_data=routes%2Fpublic%2Fmap", "/map"],
    ["/map.data?_routes=root&x=1", "/map.data?_routes=root"],
    [
      "/map.data?_routes=routes/public/map,root,made-up",
      "/map.data?_routes=root%2Croutes%2Fpublic%2Fmap",
    ],
    ["/map.data?_routes=made-up", "/map.data?_routes="],
    ["/_root.data", "/_root.data"],
    ["/rocks/7/feed.xml?a=b", "/rocks/7/feed.xml"],
  ])("%s is %s", (given, address) => {
    expect(addressOf(given)).toBe(address);
  });

  test.each([
    ["a cursor that is none", "/track-the-rocks?before=%00"],
    ["a cursor of any length", `/track-the-rocks?before=${"a".repeat(300)}`],
    ["a value with more behind it", "/photos?album=1?x"],
    ["a part that is no number", "/rocks/seven"],
    ["a page's data that are no page's", "/api/albums.data"],
    ["a page that is made for one visitor", "/share-your-rock"],
  ])("there is none for %s", (_, address) => {
    expect(addressOf(address)).toBeUndefined();
  });

  test("a response is not the same for whoever carries an admin's session", () => {
    expect(isCacheable("/map", "a=b; admin=x")).toBe(false);
    expect(isCacheable("/map", "__Host-admin=x")).toBe(false);
    expect(isCacheable("/map", "myadmin=x")).toBe(true);
    expect(isCacheable("/map", null)).toBe(true);
  });
});

test("a cache with a limit in bytes counts its keys too, drops the least recently used entry, and has room again after a delete", () => {
  const cache = createSizedCache<{ n: number }>(1_000_000, () => 1);
  const key = (n: number) => `${n}${"x".repeat(10_000)}`;
  for (let n = 0; n < 100; n++) {
    cache.set(key(n), { n });
    cache.get(key(0));
  }
  const left = Array.from({ length: 100 }, (_, n) => cache.get(key(n)));
  expect(left.filter((value) => value !== undefined).length).toBeLessThan(50);
  expect(left[0]?.n).toBe(0);
  expect(left[1]).toBeUndefined();
  expect(left[99]?.n).toBe(99);

  const small = createSizedCache<object>(10_000, () => 8_000);
  for (let n = 0; n < 100; n++) {
    small.set("a", {});
    small.delete("a");
  }
  small.set("b", {});
  expect([small.get("a"), small.get("b")]).toEqual([undefined, {}]);
});
