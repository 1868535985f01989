import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
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

interface Item {
  key: number;
  order: number;
}

/** A list whose order the admin changes. */
interface List {
  read: () => Item[];
  swap: (a: Item, b: Item) => void;
  reorder: (keys?: number[]) => void;
}

const empty = () => getDb().delete(albums).run();

/** Makes albums with these numbers. */
function makeAlbums(orders: number[]): List {
  empty();
  for (const [n, order_num] of orders.entries())
    addAlbum(`album${n}`, { order_num });
  return {
    read: () =>
      listAdminAlbums().map(({ pa_key: key, order_num: order }) => ({
        key,
        order,
      })),
    swap: (a, b) =>
      void swapAlbums({
        ...{ a_key: a.key, a_order: a.order },
        ...{ b_key: b.key, b_order: b.order },
      }),
    reorder: (keys) => void reorderAlbums(keys),
  };
}

function makePhotos(orders: number[]): List {
  empty();
  const { pa_key } = addAlbum("sea");
  for (const [n, order_num] of orders.entries())
    addPhoto(pa_key, { name: `${n}.webp`, original_file: `${n}`, order_num });
  const place = ({ key, order }: Item) => ({ p_key: key, order_num: order });
  return {
    read: () =>
      listAdminPhotos(pa_key).map(({ p_key: key, order_num: order }) => ({
        key,
        order,
      })),
    swap: (a, b) =>
      void swapPhotos(pa_key, { photo1: place(a), photo2: place(b) }),
    reorder: (keys) => void reorderPhotos(pa_key, keys),
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

/** What the list is to be after a step; undefined if the step is to be refused. */
function applyStep(
  list: List,
  before: Item[],
  { kind, a, b, isExchanged }: Step,
): number[] | undefined {
  const keys = before.map(({ key }) => key);
  const [i, j] = [a % keys.length, b % keys.length];
  const turned = [...keys.slice(i), ...keys.slice(0, i)];
  const [one, other] = [before[i]!, before[j]!];
  if (kind === "close") return (list.reorder(), keys);
  if (kind === "reorder") return (list.reorder(turned), turned);
  if (kind === "too few")
    return (list.reorder([...keys.slice(1), keys.at(-1)!]), undefined);
  const stale = kind === "stale swap" ? 100 : 0;
  list.swap(
    { key: one.key, order: (isExchanged ? other : one).order + stale },
    { key: other.key, order: (isExchanged ? one : other).order },
  );
  if (stale || i === j) return undefined;
  return keys.map((key) =>
    key === one.key ? other.key : key === other.key ? one.key : key,
  );
}

test.each([
  ["albums", makeAlbums],
  ["photos", makePhotos],
])(
  "%s keep every item once, whatever is swapped and numbered anew, and a refused change changes nothing",
  (_, make) => {
    fc.assert(
      fc.property(
        orders,
        fc.array(step, { maxLength: 6 }),
        (numbers, steps) => {
          const list = make(numbers);
          for (const one of steps) {
            const before = list.read();
            let wanted: number[] | undefined;
            try {
              wanted = applyStep(list, before, one);
              expect(wanted, `${one.kind} must be refused`).toBeDefined();
            } catch (error) {
              if (!(error instanceof DomainError)) throw error;
            }
            const after = list.read();
            if (!wanted) {
              expect(after).toEqual(before);
              continue;
            }
            expect(after.map(({ key }) => key)).toEqual(wanted);
            expect(after.map(({ order }) => order)).toEqual(
              one.kind === "swap"
                ? before.map(({ order }) => order)
                : wanted.map((_, index) => index + 1),
            );
          }
        },
      ),
      { numRuns: 40 },
    );
  },
);

test("the volumes of a book have every item once, in order", () => {
  fc.assert(
    fc.property(fc.nat(2000), (count) => {
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
    }),
  );
});
