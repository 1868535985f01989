import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { SubmissionResult } from "#domain/finds/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { readFind } from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { counts } from "#tests/setup/calls/upload-calls.ts";
import {
  arrivedFile,
  askUpload,
  asMetadata,
  beginUpload,
  expectRefusal,
  idOf,
  offsetOf,
  openPiece,
  PIECE,
  removeUpload,
  sendPiece,
  someBytes,
  untilArrived,
  uploadFixture,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { changeSettings, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { findUploads } from "#app/api/finds.ts";
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

const originalsOf = ({ uuid, rock_number, images }: SubmissionResult) => {
  const folder = site.inStore(`rocks/${rock_number}/${uuid}/original`);
  return images.map((name) =>
    readFileSync(
      `${folder}/${readdirSync(folder).find((file) => file.startsWith(name))!}`,
    ),
  );
};

const read = (name: string) => readFileSync(fixture(name));

describe("a find", () => {
  test("takes finished uploads in their order before the images of its form, and nothing of them is left over", async () => {
    const names = ["plain.png", "progressive.jpg", "photo.webp"];
    const ids = [
      await uploadFixture("plain.png"),
      await uploadFixture("progressive.jpg", { preview: null }),
    ];
    const sent = await site.sendFind(find(ids), ["photo.webp"]);
    const taken = await expectTaken(sent);
    expect(originalsOf(taken)).toEqual(names.map(read));
    const states = ["replaceable", "pending", "final"];
    expect(
      site.query(
        "SELECT original_name, original_state FROM rock_post_images ORDER BY rpi_key",
      ),
    ).toEqual(
      names.map((original_name, n) => ({
        original_name,
        original_state: states[n],
      })),
    );
    for (const id of ids)
      expect(readdirSync(site.inStore("tmp/uploads"))).not.toContain(id);
    await site.untilIdle();
    expect((await readFind(taken.uuid)).originals_pending).toBe(1);
    expectSums("rock_post_images");
    // Their sender may still ask what became of them.
    const { headers } = await askUpload(site, `/api/uploads/${ids[0]}`);
    expect(headers.get("upload-offset")).toBe(headers.get("upload-length"));
  });
});

describe("a find is refused and changes nothing", () => {
  let finished: string;
  beforeAll(async () => {
    finished = await uploadFixture("plain.png");
    await site.untilIdle();
  });

  test("with an upload that is unknown, unfinished or used, none at all, or more than five pictures together", async () => {
    const path = await beginUpload(site, 1000);
    await sendPiece(site, path, 0, someBytes(999));
    const used = await uploadFixture("plain.png");
    await expectTaken(await site.sendFind(find([used]), []));
    await site.untilIdle();
    const before = counts();
    for (const [fields, images, named] of [
      [find(["0".repeat(32)]), [], "uploads"],
      [find([finished, idOf(path)]), [], "uploads"],
      [find([finished, used]), [], "uploads"],
      [find([finished]), Array<string>(5).fill("plain.png"), "images"],
      [findFields, [], "images"],
    ] as [Record<string, string>, string[], string][]) {
      const answer = await site.sendFind(fields, images);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(/\.$/),
        fields: { [named]: expect.stringMatching(/\.$/) },
      });
    }
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

async function expectToGoOn(path: string, from: number) {
  const answer = await sendPiece(site, path, from, bytes.subarray(from));
  expect(answer.status).toBe(204);
  expect(answer.headers.get("upload-offset")).toBe(String(bytes.length));
  expect(readFileSync(arrivedFile(site, path)).equals(bytes)).toBe(true);
}

/** Begins to send these bytes, and leaves the connection open when the first of them have arrived. */
async function hang(count: number) {
  const path = await beginUpload(site, bytes.length);
  const piece = openPiece(site, path, ALL);
  await piece.write(bytes.subarray(0, count));
  await untilArrived(site, path, count);
  return { path, piece };
}

describe("an upload", () => {
  test("whose connection is cut in mid-piece keeps all that has arrived, and goes on there", async () => {
    const { path, piece } = await hang(1000);
    piece.cut();
    expect(await offsetOf(site, path)).toBe(1000);
    const next = openPiece(site, path, {
      offset: 1000,
      length: bytes.length - 1000,
    });
    await next.write(bytes.subarray(1000, 500_000));
    await untilArrived(site, path, 500_000);
    next.cut();
    expect(await offsetOf(site, path)).toBe(500_000);
    await expectToGoOn(path, 500_000);
  });

  test("goes on at a new connection while the old one hangs and can't write any more, whether it asked first or not", async () => {
    for (const asks of [true, false]) {
      const { path, piece: old } = await hang(300_000);
      if (asks) {
        expect(await offsetOf(site, path)).toBe(300_000);
        expect((await old.answered).headers.connection).toBe("close");
        void old.write(bytes.subarray(0, 100_000));
      }
      await expectToGoOn(path, 300_000);
      expect((await old.answered).headers["upload-offset"]).toBe("300000");
    }
  });

  test("can be removed while a connection hangs", async () => {
    const { path } = await hang(300_000);
    expect((await removeUpload(path)).status).toBe(204);
    expect((await askUpload(site, path)).status).toBe(404);
  });

  test("takes a slot only while its bytes come: hanging ones stop nobody but themselves @soak", async () => {
    onTestFinished(await changeSettings({ UPLOAD_PARALLEL: "2/3" }));
    const [first, second] = [await hang(1000), await hang(1000)];
    const third = await beginUpload(site, bytes.length);
    const refused = await sendPiece(site, third, 0, bytes);
    await expectRefusal(refused, 429);
    expect(await offsetOf(site, third)).toBe(0);

    // Its own later connection takes over the slot.
    await expectToGoOn(first.path, 1000);
    await expectToGoOn(third, 0);
    second.piece.cut();
    const rest = bytes.subarray(1000);
    await until(
      async () => (await sendPiece(site, second.path, 1000, rest)).ok,
    );
  });
});

test("a sender who stops gets 408 and the connection closed, and what has come is kept", async () => {
  const version = { "Tus-Resumable": "1.0.0" };
  const metadata = { "Upload-Metadata": asMetadata({ filename: "a.jpg" }) };
  const first = new Request("http://site/api/uploads", {
    method: "POST",
    headers: { ...version, "Upload-Length": "10", ...metadata },
  });
  const begun = await answerTus(findUploads, first);
  const id = idOf(begun.headers.get("location")!);
  const silent = new Request(`http://site/api/uploads/${id}`, {
    method: "PATCH",
    headers: { ...version, "Upload-Offset": "0", ...PIECE },
    body: new ReadableStream({
      start: (sender) => sender.enqueue(Buffer.from("abc")),
    }),
    duplex: "half",
  } as RequestInit);
  const answer = await answerTus(findUploads, silent, id, 1000);
  expect(answer.status).toBe(408);
  expect(answer.headers.get("connection")).toBe("close");
  expect(await answer.json()).toEqual({ error: expect.any(String) });
  expect(readFileSync(onDisk(uploadFile(id)), "utf8")).toBe("abc");
});
