import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";

setUpSite({
  env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" },
});

test("a find is taken, kept to the byte, hidden, and gets its derivatives by itself", async () => {
  const images = [
    "portrait.heic",
    "orientation-6.jpg",
    "plain.png",
    "photo.webp",
    "photo.avif",
  ];
  const answer = await site.sendFind(
    {
      ...findFields,
      rockNumber: "77",
      rockNumberQr: "78",
      name: " Ann ",
      email: " ann@example.org ",
    },
    images,
    { Origin: site.baseURL },
  );
  const receipt = (await answer.json()) as {
    uuid: string;
    rock_number: number;
    images: string[];
  };
  expect(answer.status).toBe(201);
  expect(receipt).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    rock_number: 77,
    images: expect.any(Array),
  });
  expect(new Set(receipt.images).size).toBe(5);
  await site.untilIdle();

  const post = site.query<Record<string, unknown>>(
    `SELECT * FROM rock_posts WHERE uuid = '${receipt.uuid}'`,
  )[0];
  expect(post).toMatchObject({
    rock_number: 77,
    rock_number_qr: 78,
    location: findFields.location,
    date: "2026-05-17T00:00:00Z",
    name: " Ann ",
    email: "ann@example.org",
    show: 0,
    latitude: null,
  });
  const rows = site.query<Record<string, unknown>>(
    `SELECT i.* FROM rock_post_images i JOIN rock_posts USING (rps_key) WHERE uuid = '${receipt.uuid}' ORDER BY rpi_key`,
  );
  expect(
    rows.map((row) => [row.original_name, row.show, row.ready, row.error]),
  ).toEqual(images.map((name) => [name, 1, 1, null]));
  const folder = `${site.mediaDir}/rocks/77/${receipt.uuid}`;
  const { readFile } = await import("node:fs/promises");
  for (const [index, row] of rows.entries())
    expect(
      await readFile(`${folder}/original/${String(row.original_file)}`),
    ).toEqual(await readFile(fixture(images[index]!)));
  expect(
    filesBelow(folder).filter((file) => file.startsWith("sm/")),
  ).toHaveLength(5);
  expect(
    filesBelow(folder).filter((file) => file.startsWith("webp/")),
  ).toHaveLength(5);
  expectSums("rock_post_images");
  await until(() =>
    filesBelow(`${site.mediaDir}/tmp`).length === 0 ? true : undefined,
  );
});

test("the same submission_id again, one after the other, answers 200 with the first result", async () => {
  const before = counts();
  const fields = { ...findFields, submission_id: randomUUID() };
  const first = await site.sendFind(fields);
  const again = await site.sendFind({ ...fields, comment: "Sent once more." });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(await again.json()).toEqual(await first.json());
  await site.untilIdle();
  expect(counts()).toEqual({
    posts: before.posts + 1,
    images: before.images + 1,
    jobs: before.jobs + 1,
    files: before.files + 4,
  });
});

test("the same submission_id at the same moment makes one post", async () => {
  const before = counts();
  const fields = { ...findFields, submission_id: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => site.sendFind(fields)),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([
    200, 200, 200, 200, 200, 200, 200, 201,
  ]);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  await site.untilIdle();
  expect(counts()).toEqual({
    posts: before.posts + 1,
    images: before.images + 1,
    jobs: before.jobs + 1,
    files: before.files + 4,
  });
});

test("unknown and dangerous fields are ignored", async () => {
  const answer = await site.sendFind({
    ...findFields,
    show: "true",
    uuid: "mine",
    latitude: "1",
    __proto__x: "1",
    trackerData: "{broken",
  });
  const { uuid } = (await answer.json()) as { uuid: string };
  expect(answer.status).toBe(201);
  expect(
    site.query(`SELECT show, latitude FROM rock_posts WHERE uuid = '${uuid}'`),
  ).toEqual([{ show: 0, latitude: null }]);
});

test("a find without a date is of today; a suggestion and a key are kept for the admin and hashed", async () => {
  const { date: _date, ...fields } = findFields;
  const suggestion = {
    latitude: 56.2,
    longitude: -2.7,
    accuracy: 12,
    source: "device",
  };
  const answer = await site.sendFind({
    ...fields,
    suggestion: JSON.stringify(suggestion),
    find_key: "a".repeat(32),
  });
  const { uuid } = (await answer.json()) as { uuid: string };
  const [post] = site.query<{
    date: string;
    suggestion: string;
    find_key_hash: string;
  }>(
    `SELECT date, suggestion, find_key_hash FROM rock_posts WHERE uuid = '${uuid}'`,
  );
  expect(post!.date).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
  expect(JSON.parse(post!.suggestion)).toEqual({ ...suggestion, precision: 0 });
  expect(post!.find_key_hash).toMatch(/^[0-9a-f]{64}$/);
});
