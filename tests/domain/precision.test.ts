import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { publicFinds } from "#db/schema.ts";
import { distanceKm } from "#core/great-circle.ts";
import { PRECISIONS, snap, type Spot } from "#core/precision.ts";
import { addFind } from "#tests/setup/rows.ts";
import fc, { forAll } from "#tests/setup/seeded.ts";
import { spots } from "./properties/values.ts";

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

test("a find with precision 0 is shown exactly where it was", () =>
  forAll([spots], (spot) => expect(showAt(spot, 0)).toEqual(spot)));

test("the database snaps a place as the browser does", () =>
  forAll([spots, coarse], (spot, precision) =>
    expect(showAt(spot, precision)).toEqual(snap(spot, precision)),
  ));

test("a snapped place is on the Earth, and no farther away than the precision", () =>
  forAll([spots, coarse], (spot, precision) => {
    const snapped = snap(spot, precision);
    const metres = distanceKm(spot, snapped) * 1000;
    expect(metres).toBeLessThanOrEqual(precision);
    expect(Math.abs(snapped.latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(snapped.longitude)).toBeLessThanOrEqual(180);
  }));

/** A part of a cell, from its centre. */
const share = fc.double({ min: -0.49, max: 0.49, noNaN: true });

test("places in one cell of the grid give one and the same point", () =>
  forAll([spots, coarse, share, share], (spot, precision, up, right) => {
    const centre = snap(spot, precision);
    const high = precision / 111_320;
    const wide =
      high / Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180));
    const longitude = centre.longitude + right * wide;
    // The cell before the date line is cut off there.
    if (Math.abs(longitude) > 180 || Math.abs(centre.longitude) === 180) return;
    const latitude = centre.latitude + up * high;
    expect(snap({ latitude, longitude }, precision)).toEqual(centre);
  }));
