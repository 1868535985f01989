import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { readFind } from "#tests/setup/calls/find-calls.ts";
import { findFields, ownFields } from "#tests/setup/calls/site-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";
import { uploadFixture } from "#tests/setup/calls/uploads/tus-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

test("a find is taken, kept to the byte, hidden, and gets its derivatives by itself", async () => {
  const images = ["photo.webp", "plain.png"];
  const numbers = { rockNumber: "77", rockNumberQr: "78" };
  const sender = { name: " Ann ", email: " ann@example.org " };
  const fields = { ...findFields, ...numbers, ...sender };
  const Origin = site.baseURL;
  const answer = await site.sendFind(fields, images, { Origin });
  const receipt = (await answer.json()) as { uuid: string; images: string[] };
  expect(answer.status).toBe(201);
  expect(receipt).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    rock_number: 77,
    images: expect.any(Array),
  });
  expect(new Set(receipt.images).size).toBe(images.length);
  await site.untilTidy();

  expect(site.query("SELECT * FROM rock_posts")).toMatchObject([
    {
      uuid: receipt.uuid,
      rock_number: 77,
      rock_number_qr: 78,
      location: findFields.location,
      date: "2026-05-17T00:00:00Z",
      name: " Ann ",
      email: "ann@example.org",
      show: 0,
      latitude: null,
    },
  ]);
  const rows = site.query<{ original_file: string }>(
    "SELECT * FROM rock_post_images ORDER BY rpi_key",
  );
  const state = { show: 1, ready: 1, error: null };
  expect(rows).toMatchObject(
    images.map((original_name) => ({ original_name, ...state })),
  );
  const folder = site.inStore(`rocks/77/${receipt.uuid}`);
  for (const [index, { original_file }] of rows.entries())
    expect(readFileSync(`${folder}/original/${original_file}`)).toEqual(
      readFileSync(fixture(images[index]!)),
    );
  const files = filesBelow(folder);
  for (const kind of ["sm/", "webp/"])
    expect(files.filter((file) => file.startsWith(kind))).toHaveLength(2);
  expectSums("rock_post_images");
});

test.each([
  ["in its form", []],
  ["sent before it", ["plain.png"]],
])(
  "a find whose pictures are %s is one, though it is sent several times at once, again with something else, and from the trash",
  async (_, sentBefore) => {
    const before = counts();
    const ids = await Promise.all(
      sentBefore.map((name) => uploadFixture(name)),
    );
    const uploads: Record<string, string> =
      ids.length > 0 ? { uploads: JSON.stringify(ids) } : {};
    const images = Array<string>(5 - ids.length).fill("plain.png");
    const fields = { ...findFields, submission_id: randomUUID() };
    const first = await Promise.all(
      Array.from({ length: 4 }, () =>
        site.sendFind({ ...fields, ...uploads }, images),
      ),
    );
    const statuses = first.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 201]);
    const bodies = await Promise.all(first.map((answer) => answer.text()));
    const [receipt] = bodies.map(
      (body) => JSON.parse(body) as { uuid: string },
    );
    await site.untilIdle();
    const { rps_key } = await readFind(receipt!.uuid);
    const sendAgain = async (more: object) => {
      const again = await site.sendFind({ ...fields, ...more });
      expect(again.status).toBe(200);
      bodies.push(await again.text());
    };
    await sendAgain({
      comment: "Once more.",
      uploads: `["${"0".repeat(32)}"]`,
    });
    const trashKey = await remove(`/api/journey-admin/${rps_key}`);
    await sendAgain({});
    expect(new Set(bodies).size).toBe(1);
    expect((await restore(trashKey)).status).toBe(200);
    await site.untilTidy();
    const { posts, images: rows, jobs, files } = before;
    expect(counts()).toEqual({
      posts: posts + 1,
      images: rows + 5,
      jobs: jobs + 5,
      files: files + 20,
    });
  },
);

test("a find without a date is of today, its key is hashed, and unknown and dangerous fields are ignored", async () => {
  const { date: _date, ...fields } = ownFields;
  const spot = { latitude: 56.2, longitude: -2.7 };
  const suggestion = { ...spot, accuracy: 12, source: "device" };
  const { uuid } = await site.addFind({
    ...fields,
    suggestion: JSON.stringify(suggestion),
    show: "true",
    uuid: "mine",
    latitude: "1",
    __proto__x: "1",
    trackerData: "{broken",
  });
  expect(await readFind(uuid)).toMatchObject({
    date: `${new Date().toISOString().slice(0, 10)}T00:00:00Z`,
    suggestion: { ...suggestion, precision: 0 },
    show: false,
    latitude: null,
  });
  const [row] = site.query<{ find_key_hash: string }>(
    `SELECT find_key_hash FROM rock_posts WHERE uuid = '${uuid}'`,
  );
  expect(row!.find_key_hash).toMatch(/^[0-9a-f]{64}$/);
});
