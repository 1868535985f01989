import { describe, expect, test } from "vitest";
import { oddPictures } from "#tests/fixtures/odd-pictures.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";
import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const post = (body: string | FormData, type?: string) =>
  site.fetch("/api/upload-rock", {
    method: "POST",
    headers: type ? { "Content-Type": type } : {},
    body,
  });
const formOf = async (pictures: [name: string, bytes: Uint8Array][]) => {
  const form = await findForm(findFields, []);
  for (const [name, bytes] of pictures)
    form.append("images", new Blob([new Uint8Array(bytes)]), name);
  return form;
};
const untilRemoved = (before: ReturnType<typeof counts>) =>
  until(() => counts().files === before.files);

describe("a find that is refused leaves no row and no file", () => {
  const few = ["plain.png"];
  test.each<[string, number, Record<string, string>, string[], RegExp]>([
    ["without an image", 400, {}, [], /at least one image/],
    [
      "with six images",
      400,
      {},
      Array<string>(6).fill("plain.png"),
      /You can only upload up to 5 images\./,
    ],
    [
      "with a good image and two bad ones",
      415,
      {},
      ["plain.png", "note.jpg", "drawing.svg"],
      /^note\.jpg: Only image files are allowed[^\n]*\ndrawing\.svg: Only [^\n]*$/,
    ],
    ["with a 65,535×65,535 PNG", 413, {}, ["huge.png"], /./],
    ["with a blank location", 400, { location: " " }, few, /must not be blank/],
    ["with a wrong number", 400, { rockNumber: "1.5" }, few, /whole number/],
    ["on 30 February", 400, { date: "2026-02-30" }, few, /day does not exist/],
    ["with a filled honeypot", 400, { website: "a.example" }, few, /person/],
    [
      "with a forged form time",
      400,
      { form_time: "1700000000000.forged" },
      few,
      /once more/,
    ],
    ["with an id that is none", 400, { submission_id: "7" }, few, /UUID/],
  ])("%s: %i", async (_what, status, fields, images, message) => {
    const before = counts();
    const answer = await site.sendFind({ ...findFields, ...fields }, images);
    const body = (await answer.json()) as { error: string };
    expect({ status: answer.status, error: body.error }).toEqual({
      status,
      error: expect.stringMatching(message),
    });
    expect(answer.headers.get("content-type")).toMatch(/application\/json/);
    await untilRemoved(before);
    expect(counts()).toEqual(before);
  });

  test("with pictures that can't be shown, each in a line of its own, whether they come with it or before it", async () => {
    const bad = ["cut in the middle.heic", "camera.cr3", "note.jpg"].map(
      (name) => oddPictures.find((picture) => picture.name === name)!,
    );
    const pictures: [string, Buffer][] = [];
    for (const { name, make } of bad) pictures.push([name, await make()]);
    const before = counts();
    const answer = await post(await formOf(pictures));
    expect([413, 415]).toContain(answer.status);
    const { fields } = (await answer.json()) as { fields: { images: string } };
    expect(
      fields.images.split("\n").map((line) => line.split(": ")[0]),
    ).toEqual(bad.map(({ name }) => name));
    const { id } = await uploadBytes(site, pictures[0]![1]);
    const uploads = JSON.stringify([id]);
    const resumed = await site.sendFind({ ...findFields, uploads }, []);
    expect(resumed.status).toBe(415);
    expect(counts().images).toBe(before.images);
  });

  test("with a 30 MB image: 413 @soak", async () => {
    const before = counts();
    const answer = await post(
      await formOf([["large.jpg", new Uint8Array(30 * 1_048_576)]]),
    );
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining("25 MB"),
    });
    expect(counts()).toEqual(before);
  });

  test("a hundred times in a row: every answer arrives, for the next comes over the same connection @soak", async () => {
    const form = await findForm({ ...findFields, location: "" }, [
      ...Array<string>(6).fill("orientation-6.jpg"),
    ]);
    for (let time = 0; time < 100; time++) {
      const answer = await post(form);
      expect(answer.status).toBe(400);
      await answer.text();
    }
  });

  test("with the body cut off: no answer is waited for", async () => {
    const before = counts();
    const { cutOff } = await beginUpload();
    expect(counts().files).toBeGreaterThan(before.files);
    cutOff();
    await untilRemoved(before);
    expect(counts()).toEqual(before);
  });

  const MULTIPART = "multipart/form-data; boundary=b";
  const part = (name: string, more = "", value = "1") =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
  test.each([
    ["JSON", "application/json", "{}"],
    ["a multipart type without a boundary", "multipart/form-data", "x"],
    ["a form that ends in its middle", MULTIPART, "--b\r\nContent-Disp"],
    [
      "too many fields",
      MULTIPART,
      `${Array.from({ length: 60 }, (_, i) => `${part(`f${i}`)}\r\n`).join("")}--b--\r\n`,
    ],
    [
      "a field in an unknown charset",
      MULTIPART,
      `${part("rockNumber", "\r\nContent-Type: text/plain; charset=x-unknown", "none")}\r\n--b--\r\n`,
    ],
    ...[
      ["a file without a name", "images", ""],
      ["a file whose name is a folder", "images", ".."],
      ["a file of another field", "website", "a.jpg"],
    ].map(([what = "", field = "", name]) => [
      `a form that ends inside ${what}`,
      MULTIPART,
      part(field, `; filename="${name}"`, "half of it"),
    ]),
  ])("%s instead of a form: 400", async (_what, type, body) => {
    const before = counts();
    const answer = await post(body, type);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    await untilRemoved(before);
    expect(counts()).toEqual(before);
  });

  test("from a foreign or null origin: 403", async () => {
    const before = counts();
    for (const headers of [
      { Origin: "https://elsewhere.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ] as Record<string, string>[]) {
      const answer = await site.sendFind(findFields, few, headers);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    }
    expect(counts()).toEqual(before);
  });
});

test("others are answered while pictures are checked", async () => {
  let isAnswered = false;
  const answer = site
    .sendFind(findFields, ["orientation-6.jpg", "orientation-6.jpg"])
    .finally(() => (isAnswered = true));
  let answeredMeanwhile = 0;
  while (!isAnswered) {
    expect((await site.fetch("/robots.txt")).status).toBe(200);
    if (!isAnswered) answeredMeanwhile++;
  }
  expect(answeredMeanwhile).toBeGreaterThan(0);
  expect((await answer).status).toBe(201);
});
