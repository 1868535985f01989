import { expect, test } from "vitest";
import fc, { forAll, tryValues } from "#tests/setup/seeded.ts";
import { getDb } from "#db/client.server.ts";
import { albums } from "#db/schema.ts";
import {
  listAdminAlbums,
  reorderAlbums,
  swapAlbums,
} from "#domain/albums/admin-albums.server.ts";
import {
  listAdminPhotos,
  reorderPhotos,
  swapPhotos,
} from "#domain/albums/admin-photos.server.ts";
import { DomainError } from "#core/errors.ts";
import { readVolume } from "#domain/lists/volumes.server.ts";
import { addAlbum, addPhoto } from "#tests/setup/rows.ts";

type Item = [key: number, order: number];

interface List {
  read: () => Item[];
  swap: (a: Item, b: Item) => unknown;
  reorder: (keys?: number[]) => unknown;
}

function makeAlbums(orders: number[]): List {
  for (const [n, order_num] of orders.entries())
    addAlbum(`album${n}`, { order_num });
  return {
    read: () =>
      listAdminAlbums().map(({ pa_key, order_num }) => [pa_key, order_num]),
    swap: ([a_key, a_order], [b_key, b_order]) =>
      swapAlbums({ a_key, a_order, b_key, b_order }),
    reorder: reorderAlbums,
  };
}

function makePhotos(orders: number[]): List {
  const { pa_key } = addAlbum("sea");
  for (const [n, order_num] of orders.entries())
    addPhoto(pa_key, { name: `${n}.webp`, original_file: `${n}`, order_num });
  const place = ([p_key, order_num]: Item) => ({ p_key, order_num });
  return {
    read: () =>
      listAdminPhotos(pa_key).map(({ p_key, order_num }) => [p_key, order_num]),
    swap: (a, b) => swapPhotos(pa_key, { photo1: place(a), photo2: place(b) }),
    reorder: (keys) => reorderPhotos(pa_key, keys),
  };
}

/** Numbers with holes, as deleting leaves them. */
const orders = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 7 })
  .map((list) => list.sort((a, b) => a - b));

const step = fc.record({
  kind: fc.constantFrom("swap", "stale swap", "reorder", "close", "too few"),
  a: fc.nat(),
  b: fc.nat(),
  isExchanged: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const steps = fc.array(step, { maxLength: 6 });

/** What the list is to be after a step; undefined if the step is to be refused. */
function applyStep(list: List, { kind, a, b, isExchanged }: Step) {
  const before = list.read();
  const keys = before.map(([key]) => key);
  const [i, j] = [a % keys.length, b % keys.length];
  const turned = [...keys.slice(i), ...keys.slice(0, i)];
  const inOrder = (keys: number[]) => keys.map((key, at) => [key, at + 1]);
  if (kind === "close") return (list.reorder(), inOrder(keys));
  if (kind === "reorder") return (list.reorder(turned), inOrder(turned));
  if (kind === "too few")
    return void list.reorder([...keys.slice(1), keys.at(-1)!]);
  const [[one, first], [other, second]] = [before[i]!, before[j]!];
  const stale = kind === "stale swap" ? 100 : 0;
  const places = isExchanged ? [second, first] : [first, second];
  list.swap([one, places[0]! + stale], [other, places[1]!]);
  if (stale || i === j) return undefined;
  const swapped = new Map([
    [one, other],
    [other, one],
  ]);
  return before.map(([key, order]) => [swapped.get(key) ?? key, order]);
}

test.each([
  ["albums", makeAlbums],
  ["photos", makePhotos],
])(
  "%s keep every item once, whatever is swapped and numbered anew, and a refused change changes nothing",
  (_, make) =>
    tryValues(40, [orders, steps], (numbers, steps) => {
      getDb().delete(albums).run();
      const list = make(numbers);
      for (const one of steps) {
        const before = list.read();
        let wanted: number[][] | undefined;
        try {
          wanted = applyStep(list, one);
          expect(wanted, `${one.kind} must be refused`).toBeDefined();
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        expect(list.read()).toEqual(wanted ?? before);
      }
    }),
);

test("the volumes of a book have every item once, in order", () =>
  forAll([fc.nat(2000)], (count) => {
    const { volumes } = readVolume(count, 1);
    let next = 0;
    for (let volume = 1; volume <= volumes; volume++) {
      const { first, end } = readVolume(count, volume);
      expect(first).toBe(next);
      next = end;
    }
    expect(next).toBe(count);
    for (const volume of [0, volumes + 1])
      expect(() => readVolume(count, volume)).toThrow(DomainError);
  }));
