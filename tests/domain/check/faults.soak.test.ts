import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onDisk } from "#domain/store/disk.server.ts";
import { describeStore, doDamage } from "#tests/setup/check/faults.ts";
import { fillStore, ownData, sumOf } from "#tests/setup/check/filled-store.ts";
import { runCheck } from "#tests/setup/check/run-check.ts";
import { copyAsSnapshot } from "#tests/setup/check/snapshot.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { randomFrom } from "../../../scripts/demo/random.ts";

const random = randomFrom(19);
const backups = mkdtempSync(path.join(tmpdir(), "painted-rocks-check-"));
afterAll(() => rmSync(backups, { recursive: true }));

const FAULTS = /^(missing|changed|not listed) {2}/;
const faultsIn = (lines: string[]) =>
  lines.filter((line) => FAULTS.test(line)).sort();

describe("a store with 1,000 faults", () => {
  /** The checksums of all originals, by their paths. */
  const whole = new Map<string, string>();
  let faults: string[];

  beforeAll(async () => {
    const places = await fillStore(random, 320);
    for (const place of places)
      whole.set(place, sumOf(readFileSync(onDisk(place))));
    // The newest lacks every fifth original. Finds have moved since the older one was made.
    const isInNewest = (_: string, index: number) => index % 5 > 0;
    await copyAsSnapshot(
      path.join(backups, "20260102T030000Z"),
      places.filter(isInNewest),
    );
    await copyAsSnapshot(
      path.join(backups, "20260101T030000Z"),
      places,
      (place) => place.replace(/^rocks\/\d+/, "rocks/12345"),
    );
    // One is a picture of the site's own, which no check of a night has read yet.
    expect((await runCheck(ownData())).lines).toEqual([
      `All is well: ${places.length.toLocaleString("en")} originals compared. 1 original could not be compared, because the site has not read it yet. It does so at night.`,
    ]);
    faults = doDamage(random, places, {
      changed: 400,
      missing: 350,
      strays: 250,
    });
  });

  test("has all of them reported, and nothing else, and nothing is removed or changed", async () => {
    const before = describeStore();
    const { code, lines } = await runCheck(ownData());
    expect(code).toBe(1);
    expect(faultsIn(lines)).toEqual(faults);
    expect(lines.at(-1)).toMatch(
      /^Of [\d,]+ originals: 350 missing, 400 changed, 250 listed nowhere\. /,
    );
    expect(lines).toHaveLength(1001);
    expect(describeStore()).toEqual(before);
  });

  test("gets every original back from a backup, and keeps the damaged files and the strays", async () => {
    const strays = faults.filter((line) => line.startsWith("not listed"));
    const before = describeStore();
    const { code, lines } = await runCheck(ownData(), "--from", backups);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^Of [\d,]+ originals: 250 listed nowhere\. /);
    expect(lines.join("\n")).toContain("(in 20260102T030000Z)");
    expect(lines.join("\n")).toContain("(in 20260101T030000Z)");
    for (const [place, sum] of whole)
      expect(sumOf(readFileSync(onDisk(place))), place).toBe(sum);
    for (const fault of strays) readFileSync(onDisk(fault.replace(FAULTS, "")));

    const kept = filesBelow(onDisk("")).filter((file) =>
      /^\.damaged-(?!20260101)/.test(file),
    );
    const contentOf = new Map(
      before.map(([place, , sum]) => [place, sum] as const),
    );
    expect(kept).toHaveLength(400);
    for (const file of kept)
      expect(sumOf(readFileSync(onDisk(file)))).toBe(
        contentOf.get(file.slice(file.indexOf("/") + 1)),
      );

    for (const fault of strays) rmSync(onDisk(fault.replace(FAULTS, "")));
    expect((await runCheck(ownData())).code).toBe(0);
  });
});
