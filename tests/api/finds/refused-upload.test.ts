import { describe, expect, test } from "vitest";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";

setUpSite({
  env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" },
});

describe("a find that is refused leaves no row and no file", () => {
  const few = ["orientation-6.jpg"];
  const without = (name: string) => {
    const { [name]: _left, ...rest } = findFields as Record<string, string>;
    return rest;
  };
  test.each<[string, number, Record<string, string>, string[], RegExp]>([
    ["without an image", 400, findFields, [], /at least one image/],
    [
      "with six images",
      400,
      findFields,
      Array<string>(6).fill("plain.png"),
      /You can only upload up to 5 images\./,
    ],
    [
      "with a text file named .jpg",
      415,
      findFields,
      ["note.jpg"],
      /Only image files are allowed/,
    ],
    [
      "with an SVG",
      415,
      findFields,
      ["drawing.svg"],
      /Only image files are allowed/,
    ],
    [
      "with a good image and two bad ones",
      415,
      findFields,
      ["plain.png", "note.jpg", "drawing.svg"],
      /^note\.jpg: Only [^\n]*\ndrawing\.svg: Only [^\n]*$/,
    ],
    ["with a 65,535×65,535 PNG", 413, findFields, ["huge.png"], /./],
    [
      "with a blank location",
      400,
      { ...findFields, location: "  " },
      few,
      /Location must not be blank/,
    ],
    ["without a location", 400, without("location"), few, /location/],
    [
      "with a blank comment",
      400,
      { ...findFields, comment: "\n" },
      few,
      /Comment must not be blank/,
    ],
    [
      "with rock number −1",
      400,
      { ...findFields, rockNumber: "-1" },
      few,
      /whole number from 0 to 100000/,
    ],
    [
      "with rock number 1.5",
      400,
      { ...findFields, rockNumber: "1.5" },
      few,
      /whole number/,
    ],
    [
      "with rock number 100001",
      400,
      { ...findFields, rockNumber: "100001" },
      few,
      /whole number/,
    ],
    [
      "with rock number 1e3",
      400,
      { ...findFields, rockNumber: "1e3" },
      few,
      /whole number/,
    ],
    [
      "with rock number ' 7'",
      400,
      { ...findFields, rockNumber: " 7" },
      few,
      /whole number/,
    ],
    ["without a rock number", 400, without("rockNumber"), few, /rockNumber/],
    [
      "on 30 February",
      400,
      { ...findFields, date: "2026-02-30" },
      few,
      /day does not exist/,
    ],
    [
      "before the year 2000",
      400,
      { ...findFields, date: "1999-12-31" },
      few,
      /before the year 2000/,
    ],
    [
      "in the future",
      400,
      { ...findFields, date: "2099-01-01" },
      few,
      /future/,
    ],
    [
      "with a location of 201 characters",
      400,
      { ...findFields, location: "x".repeat(201) },
      few,
      /200/,
    ],
    [
      "with a comment of 5,001 characters",
      400,
      { ...findFields, comment: "x".repeat(5001) },
      few,
      /5,000/,
    ],
    [
      "with an e-mail that is none",
      400,
      { ...findFields, email: "nobody" },
      few,
      /e-mail/,
    ],
    [
      "with a filled honeypot",
      400,
      { ...findFields, website: "https://example.org" },
      few,
      /person/,
    ],
    [
      "with a forged form time",
      400,
      { ...findFields, form_time: "1700000000000.forged" },
      few,
      /once more/,
    ],
    [
      "with a submission_id that is no UUID",
      400,
      { ...findFields, submission_id: "7" },
      few,
      /UUID/,
    ],
  ])("%s: %i", async (_what, status, fields, images, message) => {
    const before = counts();
    const answer = await site.sendFind(fields, images);
    const body = (await answer.json()) as { error: string };
    expect({ status: answer.status, error: body.error }).toEqual({
      status,
      error: expect.stringMatching(message),
    });
    expect(answer.headers.get("content-type")).toMatch(/application\/json/);
    await until(() => (counts().files === before.files ? true : undefined));
    expect(counts()).toEqual(before);
  });

  test("with a 30 MB image: 413 @soak", async () => {
    const before = counts();
    const form = await findForm(findFields, []);
    form.append(
      "images",
      new Blob([new Uint8Array(30 * 1_048_576)]),
      "large.jpg",
    );
    const answer = await site.fetch("/api/upload-rock", {
      method: "POST",
      body: form,
    });
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
      const answer = await site.fetch("/api/upload-rock", {
        method: "POST",
        body: form,
      });
      expect(answer.status).toBe(400);
      await answer.text();
    }
  });

  test("with the body cut off: no answer is waited for", async () => {
    const before = counts();
    const { cutOff } = await beginUpload();
    expect(counts().files).toBeGreaterThan(before.files);
    cutOff();
    await until(() => (counts().files === before.files ? true : undefined));
    expect(counts()).toEqual(before);
  });

  test.each([
    ["JSON", { "Content-Type": "application/json" }, "{}"],
    [
      "a multipart type without a boundary",
      { "Content-Type": "multipart/form-data" },
      "x",
    ],
    [
      "a form that ends in its middle",
      { "Content-Type": "multipart/form-data; boundary=b" },
      "--b\r\nContent-Disp",
    ],
    [
      "too many fields",
      { "Content-Type": "multipart/form-data; boundary=b" },
      `${Array.from({ length: 60 }, (_, i) => `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n1\r\n`).join("")}--b--\r\n`,
    ],
  ])("%s instead of a form: 400", async (_what, headers, body) => {
    const before = counts();
    const answer = await site.fetch("/api/upload-rock", {
      method: "POST",
      headers,
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    expect(counts()).toEqual(before);
  });

  test("from a foreign or null origin: 403", async () => {
    const before = counts();
    for (const origin of ["https://elsewhere.example", "null"]) {
      const answer = await site.sendFind(findFields, few, { Origin: origin });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    }
    for (const said of ["cross-site", "same-site"])
      expect(
        (await site.sendFind(findFields, few, { "Sec-Fetch-Site": said }))
          .status,
      ).toBe(403);
    expect(counts()).toEqual(before);
  });
});
