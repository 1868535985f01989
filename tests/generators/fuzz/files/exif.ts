import assert from "node:assert/strict";
import fc from "fast-check";
import sharp from "sharp";
import {
  readPhotoPlace,
  type PhotoPlace,
} from "#app/components/share/place/read-photo-place.ts";
import { findTaken } from "#worker/images/derive.ts";
import { giveFileReader } from "#tests/setup/file-reader.ts";
import { hold, oneOf } from "../hold.ts";
import { changes, spoil } from "./spoil-bytes.ts";

/** Spoiled EXIF, for the server's reader and the browser's. */

const RUNS = 75;

const fraction = oneOf`56/1 0/1 59/1 1/0 0/0 4294967295/1 91/1 60/1 1/4294967295`;
const three = fc
  .tuple(fraction, fraction, fraction)
  .map((all) => all.join(" "));

const tags = fc.record({
  IFD0: fc.constant({ Orientation: "1" }),
  IFD2: fc.record({
    DateTimeOriginal: fc.constantFrom(
      ...["2026:05:17 10:00:00", "0000:00:00 00:00:00", "2026:13:40 25:61:61"],
      ...["    :  :     :  :  ", "9999:12:31 23:59:60", " ", "x".repeat(2000)],
      "2026-05-17T10:00:00Z",
    ),
    OffsetTimeOriginal: fc.constantFrom("+02:00", "-99:99", " ", "Z"),
  }),
  IFD3: fc.record({
    ...{ GPSLatitude: three, GPSLongitude: three, GPSTimeStamp: three },
    GPSLatitudeRef: fc.constantFrom("N", "S", " ", "X", "NS"),
    GPSLongitudeRef: fc.constantFrom("E", "W", " ", "é"),
    GPSDateStamp: fc.constantFrom(
      "2026:05:17",
      "2026-05-17",
      "9999:99:99",
      " ",
    ),
  }),
});

/** @throws {Error} that names the seed, and what a reader made of which tags */
export async function playFuzzedExif(seed: number) {
  giveFileReader();
  const plain = sharp({
    create: { width: 8, height: 8, channels: 3, background: "#a86" },
  });
  await hold(
    "the spoiled EXIF",
    seed,
    RUNS,
    fc.tuple(tags, fc.option(changes)),
    async ([made, list]) => {
      const whole = await plain.clone().jpeg().withExif(made).toBuffer();
      const { exif } = await sharp(whole).metadata();
      const block = list && exif ? spoil(exif, list, exif) : exif;
      checkTaken(findTaken(block));
      const at = whole.indexOf("Exif");
      const spoiled = Buffer.concat([
        whole.subarray(0, at),
        block ?? Buffer.alloc(0),
        whole.subarray(at + (exif?.length ?? 0)),
      ]);
      checkPlace(await readPhotoPlace(new File([spoiled], "a.jpg")));
    },
  );
}

function checkTaken(taken: string | null) {
  if (taken === null) return;
  const said = `the server reads the time ${taken}`;
  assert.match(taken, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, said);
  assert.ok(!Number.isNaN(Date.parse(taken)), said);
}

function checkPlace(place: PhotoPlace | undefined) {
  if (!place) return;
  const { latitude, longitude, accuracy, taken_dt } = place;
  const isReal =
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (accuracy === null || (Number.isFinite(accuracy) && accuracy >= 0)) &&
    (taken_dt === undefined || new Date(taken_dt).toISOString() === taken_dt);
  assert.ok(isReal, `the browser reads ${JSON.stringify(place)}`);
}
