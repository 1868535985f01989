import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { publicFinds } from "#db/schema.ts";
import { distanceKm } from "#core/great-circle.ts";
import { PRECISIONS, snap, type Spot } from "#core/precision.ts";
import { eq } from "drizzle-orm";
import { addFind } from "#tests/setup/rows.ts";

const degrees = (limit: number) =>
  fc
    .double({ min: -limit, max: limit, noNaN: true })
    // SQLite knows no negative zero.
    .map((value) => value + 0);
const spots = fc.record({ latitude: degrees(90), longitude: degrees(180) });
const coarse = fc.constantFrom(...PRECISIONS.slice(1));

/** What the public sees of a find that was at a spot. */
function showAt(spot: Spot, precision: number) {
  const { rps_key } = addFind({ ...spot, precision, show: true });
  const { latitude, longitude } = getDb()
    .select()
    .from(publicFinds)
    .where(eq(publicFinds.rps_key, rps_key))
    .get()!;
  return { latitude, longitude };
}

test("a find with precision 0 is shown exactly where it was", () => {
  fc.assert(
    fc.property(spots, (spot) => {
      expect(showAt(spot, 0)).toEqual(spot);
    }),
  );
});

test("the database snaps a place as the browser does", () => {
  fc.assert(
    fc.property(spots, coarse, (spot, precision) => {
      expect(showAt(spot, precision)).toEqual(snap(spot, precision));
    }),
  );
});

test("a snapped place is no farther away than the precision", () => {
  fc.assert(
    fc.property(spots, coarse, (spot, precision) => {
      expect(
        distanceKm(spot, snap(spot, precision)) * 1000,
      ).toBeLessThanOrEqual(precision);
    }),
  );
});

test("places in one cell of the grid give one and the same point, however many there are", () => {
  fc.assert(
    fc.property(
      spots,
      coarse,
      fc.array(fc.tuple(share(), share()), { minLength: 1 }),
      (spot, precision, others) => {
        const centre = snap(spot, precision);
        const high = precision / 111_320;
        const wide =
          high / Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180));
        for (const [up, right] of others) {
          const longitude = centre.longitude + right * wide;
          if (Math.abs(longitude) > 180 || Math.abs(centre.longitude) === 180)
            continue;
          expect(
            snap(
              { latitude: centre.latitude + up * high, longitude },
              precision,
            ),
          ).toEqual(centre);
        }
      },
    ),
  );
});

/** A part of a cell, from its centre. */
function share() {
  return fc.double({ min: -0.49, max: 0.49, noNaN: true });
}
