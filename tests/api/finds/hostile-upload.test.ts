import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { SubmissionResult } from "#domain/finds/answers.ts";
import { isAlbumPicture } from "#domain/store/parse-path.ts";
import { oddPictures, type OddPicture } from "#tests/fixtures/odd-pictures.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";
import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" } });

const isShown = ({ outcome }: OddPicture) =>
  outcome === "whole" || outcome === "partly";
const shown = oddPictures.filter(isShown);
const refused = oddPictures.filter((picture) => !isShown(picture));

/** Encodes the form of a find with these pictures. */
async function formOf(pictures: OddPicture[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(findFields)) form.set(name, value);
  for (const { name, make } of pictures)
    form.append("images", new Blob([new Uint8Array(await make())]), name);
  return form;
}
const post = async (pictures: OddPicture[]) =>
  site.fetch("/api/upload-rock", {
    method: "POST",
    body: await formOf(pictures),
  });

function inFives<T>(all: T[]) {
  const lists: T[][] = [];
  for (let from = 0; from < all.length; from += 5)
    lists.push(all.slice(from, from + 5));
  return lists;
}

test("what can be shown is taken, and its small derivative is there before the answer @soak", async () => {
  for (const five of inFives(shown)) {
    const answer = await post(five);
    expect(await answer.clone().json()).not.toHaveProperty("error");
    const { uuid, images } = (await answer.json()) as SubmissionResult;
    for (const name of images)
      expect(
        existsSync(site.inStore("rocks/214", uuid, "sm", `${name}.webp`)),
      ).toBe(true);
  }
  await site.untilIdle();
  expect(
    site.query(
      "SELECT original_name, error FROM rock_post_images WHERE NOT ready",
    ),
  ).toEqual([]);
});

test("what can't be shown is refused, each picture in a line of its own", async () => {
  const before = counts();
  for (const five of inFives(refused)) {
    const answer = await post(five);
    expect([413, 415]).toContain(answer.status);
    const { fields } = (await answer.json()) as { fields: { images: string } };
    expect(
      fields.images.split("\n").map((line) => line.split(": ")[0]),
    ).toEqual(five.map(({ name }) => name));
  }
  expect(counts().images).toBe(before.images);
});

test("an upload that can be resumed is judged alike", async () => {
  const send = async ({ make }: OddPicture) => {
    const { id } = await uploadBytes(site, await make());
    const uploads = JSON.stringify([id]);
    const answer = await site.sendFind({ ...findFields, uploads }, []);
    return answer.status;
  };
  for (const picture of shown.slice(0, 5))
    expect(await send(picture)).toBe(201);
  for (const picture of refused.slice(0, 2))
    expect(await send(picture)).toBe(415);
});

test("so are an album's files, when it is synced and when its images are made anew @soak", async () => {
  // Each has a name of its own, whatever its ending.
  const files = oddPictures
    .map((picture, n) => ({ ...picture, name: `${n} ${picture.name}` }))
    .filter(({ name }) => isAlbumPicture(name));
  mkdirSync(site.inStore("albums/odd"), { recursive: true });
  for (const { name, make } of files)
    writeFileSync(site.inStore("albums/odd", name), await make());
  const failures = async (
    address: Parameters<typeof doJob>[2],
    body?: object,
  ) => {
    const job = await doJob(site, cookie, address, body);
    return job.failures.map(({ picture }) => path.basename(picture)).sort();
  };
  const expected = files
    .filter((file) => !isShown(file))
    .map(({ name }) => name)
    .sort();
  expect(await failures("/api/albums/sync")).toEqual(expected);
  const again = { path: "media/albums/odd", regenerate: true };
  expect(await failures("/api/create-images", again)).toEqual(expected);
});

const large = shown.find(({ name }) => name === "cut in the middle.jpg")!;

test("others are answered while pictures are checked", async () => {
  const body = await formOf(Array<OddPicture>(5).fill(large));
  let isAnswered = false;
  const answer = site
    .fetch("/api/upload-rock", { method: "POST", body })
    .finally(() => (isAnswered = true));
  let answeredMeanwhile = 0;
  while (!isAnswered) {
    expect((await site.fetch("/api/ip")).status).toBe(200);
    if (!isAnswered) answeredMeanwhile++;
  }
  expect(answeredMeanwhile).toBeGreaterThan(0);
  expect((await answer).status).toBe(201);
});

test("a field in an unknown charset is taken as it is, and the site goes on", async () => {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=x-unknown\r\n\r\n${value}\r\n`;
  const fields = Object.entries({ ...findFields, rockNumber: "none" });
  const answer = await site.fetch("/api/upload-rock", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body: `${fields.map(([name, value]) => part(name, String(value))).join("")}--x--\r\n`,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    fields: { rockNumber: expect.any(String) },
  });
  expect((await site.fetch("/healthz")).status).toBe(200);
});

test.each([
  ["without a name", "images", ""],
  ["whose name is a folder", "images", ".."],
  ["of another field", "website", "a.jpg"],
])(
  "a form that ends inside a file %s is refused, and the site goes on",
  async (_what, field, fileName) => {
    const answer = await site.fetch("/api/upload-rock", {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\nhalf of it`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/ended too early|sent as images/),
    });
    expect((await site.fetch("/healthz")).status).toBe(200);
  },
);
