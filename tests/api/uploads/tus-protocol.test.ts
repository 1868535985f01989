import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  createUpload,
  expectRefusal as expectRefused,
  offsetOf,
  PIECE,
  removeUpload,
  sendPiece,
  someBytes,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const fileOf = (path: string) => arrivedFile(site, path);

async function expectRefusal(answer: Response, status: number) {
  expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
  await expectRefused(answer, status);
}

describe("an upload", () => {
  const bytes = someBytes(10_000);

  test("begins at a path of this site and goes on piece by piece, to the same bytes", async () => {
    const begun = await createUpload(site, bytes.length, {
      filename: "süd strand.jpg",
      filetype: "image/jpeg",
      preview: null,
    });
    expect(begun.status).toBe(201);
    const path = begun.headers.get("location")!;
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    const expires = Date.parse(begun.headers.get("upload-expires")!);
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(7, 1);

    expect(await offsetOf(site, path)).toBe(0);
    const first = await sendPiece(site, path, 0, bytes.subarray(0, 3000));
    expect(first.status).toBe(204);
    expect(first.headers.get("upload-offset")).toBe("3000");
    expect(first.headers.get("upload-expires")).toBe(
      begun.headers.get("upload-expires"),
    );

    const asked = await askUpload(site, path);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      "cache-control": "no-store",
      "tus-resumable": "1.0.0",
      "upload-length": "10000",
      "upload-offset": "3000",
      "upload-metadata": `filename ${Buffer.from("süd strand.jpg").toString("base64")},preview`,
    });

    const last = await sendPiece(site, path, 3000, bytes.subarray(3000));
    expect(last.headers.get("upload-offset")).toBe("10000");
    expect(readFileSync(fileOf(path))).toEqual(bytes);
  });

  test("is refused at another offset, and beyond what was announced, and stays as it is", async () => {
    const path = await beginUpload(site, 100);
    const send = async (offset: number | string, length: number) =>
      sendPiece(site, path, Number(offset), bytes.subarray(0, length), {
        "Upload-Offset": String(offset),
      });
    await expectRefusal(await send(0, 101), 413);
    await send(0, 60);
    for (const offset of [0, 59, 61, 10_000])
      await expectRefusal(await send(offset, 30), 409);
    for (const offset of ["-1", "x", "1e2"])
      await expectRefusal(await send(offset, 30), 400);
    await expectRefusal(await send(60, 41), 413);
    expect(await offsetOf(site, path)).toBe(60);
    expect(readFileSync(fileOf(path))).toEqual(bytes.subarray(0, 60));
  });

  test("takes a piece of unknown length, up to the length that was announced", async () => {
    const stream = (length: number) =>
      new ReadableStream({
        start(sender) {
          for (let at = 0; at < length; at += 1000)
            sender.enqueue(bytes.subarray(at, Math.min(at + 1000, length)));
          sender.close();
        },
      });
    const send = (path: string, length: number) =>
      site.fetch(path, {
        method: "PATCH",
        headers: { "Tus-Resumable": "1.0.0", "Upload-Offset": "0", ...PIECE },
        body: stream(length),
        duplex: "half",
      } as RequestInit);
    const path = await beginUpload(site, 5000);
    expect((await send(path, 5000)).status).toBe(204);
    expect(readFileSync(fileOf(path))).toEqual(bytes.subarray(0, 5000));
    const tooShort = await beginUpload(site, 5000);
    await expectRefusal(await send(tooShort, 9000), 413);
    expect(await offsetOf(site, tooShort)).toBeLessThanOrEqual(5000);
  });

  test("is removed by DELETE, with what has arrived, and one that nobody has begun is not there either", async () => {
    const path = await beginUpload(site, bytes.length);
    await sendPiece(site, path, 0, bytes.subarray(0, 100));
    expect((await removeUpload(path)).status).toBe(204);
    expect(existsSync(fileOf(path))).toBe(false);
    for (const gone of [
      path,
      ...["0".repeat(32), "..%2f..%2fsite.sqlite", "%00"].map(
        (id) => `/api/uploads/${id}`,
      ),
    ]) {
      expect([gone, (await askUpload(site, gone)).status]).toEqual([gone, 404]);
      await expectRefusal(await removeUpload(gone), 404);
      await expectRefusal(await sendPiece(site, gone, 0, bytes), 404);
    }
  });
});

test("an upload is refused at its start if its length is missing or too large, its metadata can't be read, or it is a part of a concatenation", async () => {
  const before = site.count("uploads");
  for (const [headers, status] of [
    [{ "Upload-Length": "" }, 400],
    [{ "Upload-Length": "", "Upload-Defer-Length": "1" }, 400],
    [{ "Upload-Length": "1e3" }, 400],
    [{ "Upload-Length": "-1" }, 400],
    [{ "Upload-Length": "0" }, 400],
    [{ "Upload-Length": String(25 * 1_048_576 + 1) }, 413],
    [{ "Upload-Metadata": "filename ~~~" }, 400],
    [{ "Upload-Metadata": "original_of" }, 400],
    [{ "Upload-Concat": "partial" }, 400],
  ] as [Record<string, string>, number][])
    await expectRefusal(
      await createUpload(site, 100, undefined, headers),
      status,
    );
  expect(site.count("uploads")).toBe(before);
});

test("OPTIONS says what of the protocol there is, to no other site's page, and an upload can't be read, nor removed in another version", async () => {
  const path = await beginUpload(site, 3);
  await sendPiece(site, path, 0, Buffer.from("abc"));
  const one = "HEAD, OPTIONS, PATCH, DELETE";
  for (const [method, address, allow] of [
    ["GET", path, one],
    ["PUT", path, one],
    ["GET", "/api/uploads", "OPTIONS, POST"],
  ] as const) {
    const options = await site.fetch(address, { method: "OPTIONS" });
    expect(options.status).toBe(204);
    expect(Object.fromEntries(options.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,expiration,termination",
      "tus-max-size": "26214400",
    });
    const permissions = [...options.headers.keys()].filter((name) =>
      name.startsWith("access-control"),
    );
    expect(permissions).toEqual([]);
    const answer = await site.fetch(address, { method });
    expect([method, answer.status]).toEqual([method, 405]);
    expect(answer.headers.get("allow")).toBe(allow);
    expect(await answer.text()).not.toContain("abc");
  }
  const other = await site.fetch(path, {
    method: "DELETE",
    headers: { "Tus-Resumable": "0.2.2" },
  });
  expect(other.headers.get("tus-version")).toBe("1.0.0");
  await expectRefusal(other, 412);
});
