import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SubmissionResult } from "#domain/finds/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";
import {
  arrivedFile,
  askUpload,
  asMetadata,
  beginUpload,
  idOf,
  offsetOf,
  openPiece,
  PIECE,
  removeUpload,
  sendPiece,
  someBytes,
  untilArrived,
  uploadBytes,
  uploadFixture,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { findUploads } from "#app/http/uploads/find-uploads.server.ts";
import { answerTus } from "#app/http/uploads/tus.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { uploadFile } from "#domain/store/paths.ts";
import { until } from "#tests/setup/until.ts";

setUpSite();

const find = (uploads: string[], fields: Record<string, string> = {}) => ({
  ...findFields,
  ...fields,
  uploads: JSON.stringify(uploads),
});

async function expectTaken(answer: Response, status = 201) {
  const body = (await answer.json()) as SubmissionResult;
  expect([answer.status, body]).toEqual([status, expect.anything()]);
  return body;
}

/** The originals of a find, in the order of its images. */
const originalsOf = ({ uuid, rock_number, images }: SubmissionResult) => {
  const folder = site.inStore(`rocks/${rock_number}/${uuid}/original`);
  return images.map((name) =>
    readFileSync(
      `${folder}/${readdirSync(folder).find((file) => file.startsWith(name))!}`,
    ),
  );
};

const read = (name: string) => readFileSync(fixture(name));
const pending = async (uuid: string) => {
  const { body } = await call("GET /api/journey-admin");
  return body.find((row) => row.uuid === uuid)!.originals_pending;
};

describe("a find", () => {
  test("takes five finished uploads in their order, and nothing of them is left over", async () => {
    const names = [
      "plain.png",
      "portrait.heic",
      "orientation-6.jpg",
      "photo.webp",
      "photo.avif",
    ];
    const ids = [];
    for (const name of names) ids.push(await uploadFixture(name));
    const taken = await expectTaken(await site.sendFind(find(ids), []));
    expect(originalsOf(taken)).toEqual(names.map(read));
    expect(
      site
        .query(
          `SELECT original_name, original_state FROM rock_post_images ORDER BY rpi_key DESC LIMIT 5`,
        )
        .reverse(),
    ).toEqual(
      names.map((name) => ({
        original_name: name,
        original_state: "replaceable",
      })),
    );
    for (const id of ids)
      expect(readdirSync(site.inStore("tmp/uploads"))).not.toContain(id);
    await site.untilIdle();
    expect(await pending(taken.uuid)).toBe(0);
    expectSums("rock_post_images");
    // Their sender may still ask what became of them.
    const asked = await askUpload(site, `/api/uploads/${ids[0]}`);
    expect([asked.status, asked.headers.get("upload-offset")]).toEqual([
      200,
      asked.headers.get("upload-length"),
    ]);
  });

  test("takes uploads and images together: uploads come first, and previews wait for their originals", async () => {
    const id = await uploadFixture("progressive.jpg", { preview: null });
    const taken = await expectTaken(
      await site.sendFind(find([id]), ["plain.png", "photo.webp"]),
    );
    expect(originalsOf(taken)).toEqual(
      ["progressive.jpg", "plain.png", "photo.webp"].map(read),
    );
    expect(await pending(taken.uuid)).toBe(1);
  });

  test("gives the first answer to the same submission, whatever became of its uploads", async () => {
    const submission_id = randomUUID();
    const id = await uploadFixture("plain.png");
    const fields = find([id], { submission_id });
    const first = await expectTaken(await site.sendFind(fields, []));
    await site.untilIdle();
    const before = counts();
    for (const again of [fields, find(["0".repeat(32)], { submission_id })])
      expect(await expectTaken(await site.sendFind(again, []), 200)).toEqual(
        first,
      );
    expect(counts()).toEqual(before);
  });

  test("sent twice at once with the same uploads is one find", async () => {
    const submission_id = randomUUID();
    const ids = [await uploadFixture("plain.png")];
    const answers = await Promise.all(
      [1, 2].map(() => site.sendFind(find(ids, { submission_id }), [])),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(bodies[0]).toEqual(bodies[1]);
  });
});

describe("a find is refused and changes nothing", () => {
  let finished: string;
  let unfinished: string;
  let used: string;
  beforeAll(async () => {
    const path = await beginUpload(site, 1000);
    await sendPiece(site, path, 0, someBytes(999));
    unfinished = idOf(path);
    used = await uploadFixture("plain.png");
    await expectTaken(await site.sendFind(find([used]), []));
  });
  beforeEach(async () => {
    finished = await uploadFixture("plain.png");
    await site.untilIdle();
  });

  const lists: [string, () => string][] = [
    ["an unknown upload", () => JSON.stringify(["0".repeat(32)])],
    ["an unfinished one", () => JSON.stringify([finished, unfinished])],
    ["a used one", () => JSON.stringify([finished, used])],
    ["one upload twice", () => JSON.stringify([finished, finished])],
    ["no list", () => JSON.stringify(finished)],
    ["an empty list", () => "[]"],
    ["six uploads", () => JSON.stringify(Array(6).fill("0".repeat(32)))],
    ["ids of another form", () => JSON.stringify(["../../site.sqlite"])],
    ["no JSON", () => finished],
  ];
  test.each(lists)("with %s", async (_what, uploads) => {
    const before = counts();
    const answer = await site.sendFind(
      { ...findFields, uploads: uploads() },
      [],
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/\.$/),
      fields: { uploads: expect.stringMatching(/\.$/) },
    });
    expect(counts()).toEqual(before);
    await expectTaken(await site.sendFind(find([finished]), []));
  });

  test("with more than five pictures together, or none", async () => {
    const before = counts();
    const images = Array<string>(5).fill("plain.png");
    for (const answer of [
      await site.sendFind(find([finished]), images),
      await site.sendFind(findFields, []),
    ]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        fields: { images: expect.any(String) },
      });
    }
    expect(counts()).toEqual(before);
  });

  test("with an upload that is no picture, which says so", async () => {
    const { id } = await uploadBytes(site, someBytes(5000));
    const before = counts();
    const answer = await site.sendFind(find([finished, id]), []);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      fields: { images: expect.stringMatching(/: Only image files/) },
    });
    expect(counts()).toEqual(before);
  });

  test("when its rows can't be written, and a second try works", async () => {
    site.alter(
      "CREATE TRIGGER refuse BEFORE INSERT ON rock_post_images BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
    const before = counts();
    expect((await site.sendFind(find([finished]), [])).status).toBe(500);
    site.alter("DROP TRIGGER refuse");
    expect(counts()).toEqual(before);
    const path = `/api/uploads/${finished}`;
    expect(await offsetOf(site, path)).toBe(read("plain.png").length);
    const taken = await expectTaken(await site.sendFind(find([finished]), []));
    expect(originalsOf(taken)).toEqual([read("plain.png")]);
  });
});

const bytes = someBytes(1_000_000);
const ALL = { offset: 0, length: bytes.length };

/** Sends the rest of an upload, and compares what the site has. */
async function expectToGoOn(path: string, from: number) {
  const answer = await sendPiece(site, path, from, bytes.subarray(from));
  expect(answer.status).toBe(204);
  expect(answer.headers.get("upload-offset")).toBe(String(bytes.length));
  expect(readFileSync(arrivedFile(site, path)).equals(bytes)).toBe(true);
}

describe("an upload to a site", () => {
  setUpSite({});

  test("whose connection is cut in mid-piece keeps all that has arrived, and goes on there", async () => {
    const path = await beginUpload(site, bytes.length);
    let offset = 0;
    for (const sent of [1, 100_000, 500_000]) {
      const piece = openPiece(site, path, {
        offset,
        length: bytes.length - offset,
      });
      await piece.write(bytes.subarray(offset, sent));
      piece.cut();
      await untilArrived(site, path, sent);
      expect(await offsetOf(site, path)).toBe(sent);
      offset = sent;
    }
    await expectToGoOn(path, offset);
  });

  test("goes on where it was when the site is killed in mid-piece @soak", async () => {
    const path = await beginUpload(site, bytes.length);
    const piece = openPiece(site, path, ALL);
    await piece.write(bytes.subarray(0, 600_000));
    await untilArrived(site, path, 600_000);
    await site.kill("SIGKILL");
    await site.restart();
    expect(await offsetOf(site, path)).toBe(600_000);
    await expectToGoOn(path, 600_000);
  });

  test("goes on at a new connection while the old one hangs, and the old one can't write any more", async () => {
    const path = await beginUpload(site, bytes.length);
    const old = openPiece(site, path, ALL);
    await old.write(bytes.subarray(0, 300_000));
    await untilArrived(site, path, 300_000);

    expect(await offsetOf(site, path)).toBe(300_000);
    const answer = await old.answered;
    expect(answer.headers["upload-offset"]).toBe("300000");
    expect(answer.headers.connection).toBe("close");
    void old.write(bytes.subarray(0, 100_000));
    await expectToGoOn(path, 300_000);
  });

  test("goes on at once at a new connection that did not ask first", async () => {
    const path = await beginUpload(site, bytes.length);
    const first = openPiece(site, path, ALL);
    await first.write(bytes.subarray(0, 300_000));
    await untilArrived(site, path, 300_000);
    await expectToGoOn(path, 300_000);
    expect((await first.answered).headers["upload-offset"]).toBe("300000");
  });

  test("can be removed while a connection hangs", async () => {
    const path = await beginUpload(site, bytes.length);
    const old = openPiece(site, path, ALL);
    await old.write(bytes.subarray(0, 300_000));
    await untilArrived(site, path, 300_000);
    expect((await removeUpload(path)).status).toBe(204);
    expect((await askUpload(site, path)).status).toBe(404);
  });
});

describe("an upload to a site with few slots", () => {
  setUpSite({ env: { UPLOAD_PARALLEL: "2/3" } });

  test("takes a slot only while its bytes come: hanging ones stop nobody but themselves @soak", async () => {
    const hang = async () => {
      const path = await beginUpload(site, bytes.length);
      const piece = openPiece(site, path, ALL);
      await piece.write(bytes.subarray(0, 1000));
      await untilArrived(site, path, 1000);
      return { path, piece };
    };
    const first = await hang();
    const second = await hang();
    const third = await beginUpload(site, bytes.length);
    const refused = await sendPiece(site, third, 0, bytes);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({ error: expect.any(String) });
    expect(await offsetOf(site, third)).toBe(0);

    // Its own later connection takes over the slot.
    await expectToGoOn(first.path, 1000);
    await expectToGoOn(third, 0);
    second.piece.cut();
    await until(async () =>
      (await sendPiece(site, second.path, 1000, bytes.subarray(1000))).ok
        ? true
        : undefined,
    );
  });
});

test("a sender who stops gets 408 and the connection closed, and what has come is kept", async () => {
  const tus = (method: string, headers: Record<string, string>) => ({
    method,
    headers: { "Tus-Resumable": "1.0.0", ...headers },
  });
  const begun = await answerTus(
    findUploads,
    new Request(
      "http://site/api/uploads",
      tus("POST", {
        "Upload-Length": "10",
        "Upload-Metadata": asMetadata({ filename: "a.jpg" }),
      }),
    ),
  );
  const path = begun.headers.get("location")!;
  const id = path.split("/").at(-1)!;
  const silent = new Request(`http://site${path}`, {
    ...tus("PATCH", { "Upload-Offset": "0", ...PIECE }),
    body: new ReadableStream({
      start: (sender) => sender.enqueue(Buffer.from("abc")),
    }),
    duplex: "half",
  } as RequestInit);
  const answer = await answerTus(findUploads, silent, id, 20);
  expect(answer.status).toBe(408);
  expect(answer.headers.get("connection")).toBe("close");
  expect(await answer.json()).toEqual({ error: expect.any(String) });
  expect(readFileSync(onDisk(uploadFile(id)), "utf8")).toBe("abc");
});
