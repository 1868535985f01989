import { describe, expect, test } from "vitest";
import { oddPictures } from "#tests/fixtures/odd-pictures.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { openRequest } from "#tests/setup/calls/open-request.ts";
import {
  encodeForm,
  findFields,
  findForm,
} from "#tests/setup/calls/site-calls.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";
import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { until } from "#tests/setup/until.ts";
import { get, setUpSite, site, statusAt } from "#tests/setup/vitest/site.ts";

setUpSite();

const ADDRESS = "/api/upload-rock";
const post = (body: string | FormData, type?: string) =>
  site.fetch(ADDRESS, {
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
const few = ["plain.png"];
const six = Array<string>(6).fill("plain.png");

/** Expects that a find is refused, and that no row and no file of it is left. */
async function expectRefusal(
  send: () => Promise<Response>,
  status: number,
  error: RegExp = /./,
) {
  const before = counts();
  const answer = await send();
  const body = (await answer.json()) as { error: string };
  expect([answer.status, body.error]).toEqual([
    status,
    expect.stringMatching(error),
  ]);
  expect(answer.headers.get("content-type")).toMatch(/application\/json/);
  await until(() => counts().files === before.files);
  expect(counts()).toEqual(before);
}

describe("a find that is refused leaves no row and no file", () => {
  test.each<[string, number, Record<string, string>, string[], RegExp]>([
    ["without an image", 400, {}, [], /at least one image/],
    ["with six images", 400, {}, six, /You can only upload up to 5 images\./],
    [
      "with a good image and two bad ones",
      415,
      {},
      ["plain.png", "note.jpg", "drawing.svg"],
      /^note\.jpg: This picture can’t be opened[^\n]*\ndrawing\.svg: Only image files are allowed[^\n]*$/,
    ],
    ["with a 65,535×65,535 PNG", 413, {}, ["huge.png"], /./],
    ["with a blank location", 400, { location: " " }, few, /must not be blank/],
    ["with a wrong number", 400, { rockNumber: "1.5" }, few, /whole number/],
    ["on 30 February", 400, { date: "2026-02-30" }, few, /day does not exist/],
    ["with a filled honeypot", 400, { website: "a.example" }, few, /person/],
    ["with a forged form time", 400, { form_time: "17.x" }, few, /once more/],
    ["with an id that is none", 400, { submission_id: "7" }, few, /UUID/],
  ])("%s: %i", async (_what, status, fields, images, message) => {
    const send = () => site.sendFind({ ...findFields, ...fields }, images);
    await expectRefusal(send, status, message);
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
    const lines = fields.images.split("\n");
    expect(lines.map((line) => line.split(": ")[0])).toEqual(
      bad.map(({ name }) => name),
    );
    const { id } = await uploadBytes(site, pictures[0]![1]);
    const uploads = JSON.stringify([id]);
    const resumed = await site.sendFind({ ...findFields, uploads }, []);
    expect(resumed.status).toBe(415);
    expect(counts().images).toBe(before.images);
  });

  test("with a 30 MB image: 413 @soak", async () => {
    const form = await formOf([["a.jpg", new Uint8Array(30 * 1_048_576)]]);
    await expectRefusal(() => post(form), 413, /25 MB/);
  });

  test("a hundred times in a row: every answer arrives, for the next comes over the same connection @soak", async () => {
    const images = Array<string>(6).fill("orientation-6.jpg");
    const form = await findForm({ ...findFields, location: "" }, images);
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
    await until(() => counts().files === before.files);
    expect(counts()).toEqual(before);
  });

  test("while its sender still holds the connection: its files give their room back at once", async () => {
    const before = counts();
    const form = await findForm(findFields, ["orientation-6.jpg"]);
    form.append("other", new Blob(["x"]), "of-another-field.jpg");
    const { body, type } = await encodeForm(form);
    // A megabyte is announced that never comes.
    const request = openRequest(site, ADDRESS, body.length + 1_048_576, {
      "Content-Type": type,
    });
    let isAnswered = false;
    void request.answered.then(
      () => (isAnswered = true),
      () => {},
    );
    await request.write(body.subarray(0, body.length / 2));
    await until(() => counts().files > before.files);
    await request.write(body.subarray(body.length / 2));
    await until(() => counts().files === before.files);
    expect(isAnswered).toBe(false);
    request.cut();
  });

  const MULTIPART = "multipart/form-data; boundary=b";
  const part = (name: string, more = "", value = "1") =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
  const charset = "\r\nContent-Type: text/plain; charset=x-unknown";
  const fields = Array.from({ length: 60 }, (_, i) => `${part(`f${i}`)}\r\n`);
  const inFile = (field: string, name: string) =>
    part(field, `; filename="${name}"`, "half of it");
  test.each([
    ["JSON", "application/json", "{}"],
    ["a multipart type without a boundary", "multipart/form-data", "x"],
    ["a form that ends in its middle", MULTIPART, "--b\r\nContent-Disp"],
    ["too many fields", MULTIPART, `${fields.join("")}--b--\r\n`],
    [
      "a field in an unknown charset",
      MULTIPART,
      `${part("rockNumber", charset, "none")}\r\n--b--\r\n`,
    ],
    ["half a file without a name", MULTIPART, inFile("images", "")],
    ["half a file that is a folder", MULTIPART, inFile("images", "..")],
    ["half a file of another field", MULTIPART, inFile("website", "a.jpg")],
  ])("%s instead of a form: 400", async (_what, type, body) => {
    await expectRefusal(() => post(body, type), 400);
  });
});

test("others are answered while pictures are checked", async () => {
  let isAnswered = false;
  const answer = site
    .sendFind(findFields, ["orientation-6.jpg", "orientation-6.jpg"])
    .finally(() => (isAnswered = true));
  let answeredMeanwhile = 0;
  while (!isAnswered) {
    expect(await statusAt("/robots.txt")).toBe(200);
    if (!isAnswered) answeredMeanwhile++;
  }
  expect(answeredMeanwhile).toBeGreaterThan(0);
  expect((await answer).status).toBe(201);
});

describe("a form without JavaScript", () => {
  test.each(["", "*/*", "application/json", "application/json, text/html"])(
    "is what a client that accepts '%s' doesn't send, so it gets JSON",
    async (Accept) => {
      const headers: Record<string, string> = Accept ? { Accept } : {};
      const answer = await site.sendFind(findFields, few, headers);
      expect(answer.status).toBe(201);
      expect(answer.headers.get("content-type")).toContain("application/json");
    },
  );

  test.each([
    ["a wrong number", { rockNumber: "x" }, few, "Submit Failed"],
    ["six images", {}, six, "You can only upload up to 5 images."],
  ])(
    "with %s is refused on a page that runs no script of anybody else",
    async (_, fields, images, words) => {
      const Accept = "text/html,application/xhtml+xml";
      const sent = { ...findFields, ...fields };
      const page = await site.sendFind(sent, images, { Accept });
      expect(page.status).toBe(400);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const policy = page.headers.get("content-security-policy");
      expect(policy).toContain("script-src 'self';");
      expect(await page.text()).toContain(words);
    },
  );

  test("has the blanks around its number taken off, which the API refuses", async () => {
    const sent = { ...findFields, rockNumber: " 7 " };
    const page = await site.sendFind(sent, few, { Accept: "text/html" });
    expect(page.status).toBe(201);
    expect((await site.sendFind(sent, few)).status).toBe(400);
  });

  test("has no page where it is sent to", async () => {
    const read = await get(ADDRESS, { Accept: "text/html" });
    expect(read.status).toBe(405);
    expect(read.headers.get("content-type")).toContain("application/json");
  });
});
