import fc from "#tests/setup/seeded.ts";
import { beforeAll, expect, test, vi } from "vitest";
import {
  narrow,
  remixRouter,
  type Route,
} from "#app/http/remix-serve/route-matching.server.ts";
import { readRoutes } from "#tests/setup/routes.ts";
import { anyText } from "./any-text.ts";

const remix = remixRouter();
const ours = narrow(remix);

let routes: Route[];
let parts: string[];
beforeAll(async () => {
  routes = await readRoutes();
  parts = [...new Set(partsOf(routes))];
});

const partsOf = (some: Route[]): string[] =>
  some.flatMap(({ path = "", children = [] }) => [
    ...path.split("/"),
    ...partsOf(children),
  ]);

/** A path of known parts in any order, written in any of the ways that mean the same, with others between them. */
const anyPath = () =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.nat().map((n) => parts[n % parts.length]!) },
        { weight: 2, arbitrary: fc.nat(300).map(String) },
        { weight: 1, arbitrary: anyText().map(asAddress) },
        { weight: 1, arbitrary: fc.constantFrom("", "%", "%2F", ".", "..") },
      ),
      { maxLength: 6 },
    )
    .chain((chosen) =>
      fc.constantFrom(
        chosen,
        chosen.map((part) => part.toUpperCase()),
        chosen.map((part) => part.replace(/^[a-z]/, encoded)),
        [...chosen, ""],
      ),
    )
    .map((chosen) => `/${chosen.join("/")}`);

/** As a browser writes it: a lone half of a surrogate pair is no text. */
const asAddress = (text: string) =>
  encodeURI(Buffer.from(text, "utf8").toString("utf8"));

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** What a result says, without the routes' children, which are fewer in ours. */
const plain = (matches: unknown) =>
  (matches as { route: Route }[] | null)?.map(({ route, ...match }) => ({
    ...match,
    id: route.id,
  }));

test("a path matches the same routes among those that can match it as among all", () => {
  // Remix warns of a malformed path.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  fc.assert(
    fc.property(anyPath(), (path) => {
      expect(plain(ours.matchRoutes(routes, path))).toEqual(
        plain(remix.matchRoutes(routes, path)),
      );
    }),
    { numRuns: 2_000 },
  );
});

test("the query and the hash are not part of the path", () => {
  const address = "/photos?album=1#/map";
  expect(plain(ours.matchRoutes(routes, address))).toEqual(
    plain(remix.matchRoutes(routes, "/photos")),
  );
});
