import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findUploads } from "#app/http/uploads/find-uploads.server.ts";
import { answerTus } from "#app/http/uploads/tus.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { uploadFile } from "#domain/store/paths.ts";
import {
  arrivedFile,
  askUpload,
  asMetadata,
  beginUpload,
  offsetOf,
  openPiece,
  PIECE,
  removeUpload,
  sendPiece,
  someBytes,
  untilArrived,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

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
  setUpSite();

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

  test("goes on where it was when the site is killed in mid-piece", async () => {
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

  test("takes a slot only while its bytes come: hanging ones stop nobody but themselves", async () => {
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
