import type { Locator } from "playwright/test";
import sharp from "sharp";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { expect, site } from "#tests/setup/e2e/test.ts";
import { submit } from "#tests/setup/e2e/share-form.ts";
import { seesA } from "#tests/setup/e2e/steps.ts";

/** Anstruther's harbour, as a camera writes it: degrees, minutes and seconds as fractions. */
export const HARBOUR = {
  GPSLatitudeRef: "N",
  GPSLatitude: "56/1 13/1 1596/100",
  GPSLongitudeRef: "W",
  GPSLongitude: "2/1 41/1 5496/100",
};
/** The same in degrees. */
export const HARBOUR_SPOT = { latitude: 56.2211, longitude: -2.6986 };

/** Where a finder says that the find was. */
export const SUGGESTION = {
  latitude: 56.2218,
  longitude: -2.701,
  accuracy: 12.4,
  source: "device",
};

/** A small photograph with these GPS tags, and others of a camera's. */
export const photograph = async (
  name: `${string}.${"jpeg" | "png" | "webp"}`,
  gps: Record<string, string> = {},
  camera: Record<string, string> = {},
) => {
  const format = name.split(".")[1] as "jpeg" | "png" | "webp";
  const buffer = await sharp({
    create: { width: 64, height: 64, channels: 3, background: "#7a8f76" },
  })
    .toFormat(format)
    .withExif({ IFD2: camera, IFD3: gps })
    .toBuffer();
  return { name, mimeType: `image/${format}`, buffer };
};

/** The part of the form about the place on the map. */
export const placeOf = (form: Locator) =>
  form.getByRole("group", { name: "On the map" });

/** Fills what is still needed, and sends the form. */
export async function send(form: Locator, comment: string) {
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location").fill("On the wall");
  await form.getByLabel("Comment").fill(comment);
  await submit(form).click();
  await seesA("dialog", "Thank You!");
}

/** What the site has stored of a find's place, by the find's comment. */
export function storedPlace(comment: string) {
  const [find] = site.query<{ suggestion: string | null; precision: number }>(
    `SELECT suggestion, precision FROM rock_posts WHERE comment = '${comment}'`,
  );
  expect(find, `the find '${comment}'`).toBeDefined();
  return {
    precision: find!.precision,
    suggestion: JSON.parse(find!.suggestion ?? "null") as Suggestion | null,
  };
}
