import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  createUpload,
  offsetOf,
  PIECE,
  removeUpload,
  sendPiece,
  someBytes,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_MAX_MB: "1", UPLOAD_LIMITS: "off" } });

const fileOf = (path: string) => arrivedFile(site, path);
const rows = () => site.query("SELECT id FROM uploads").length;

async function expectRefusal(answer: Response, status: number) {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
  expect(await answer.json()).toMatchObject({
    error: expect.stringMatching(/\.$/),
  });
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
    const days =
      (Date.parse(begun.headers.get("upload-expires")!) - Date.now()) /
      86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);

    expect(await offsetOf(site, path)).toBe(0);
    const first = await sendPiece(site, path, 0, bytes.subarray(0, 3000));
    expect(first.status).toBe(204);
    expect(first.headers.get("upload-offset")).toBe("3000");
    expect(first.headers.get("upload-expires")).toBe(
      begun.headers.get("upload-expires"),
    );

    const asked = await askUpload(site, path);
    expect(asked.status).toBe(200);
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

  test("is refused at another offset, and stays as it is", async () => {
    const path = await beginUpload(site, bytes.length);
    await sendPiece(site, path, 0, bytes.subarray(0, 100));
    for (const offset of [0, 99, 101, 10_000])
      await expectRefusal(
        await sendPiece(site, path, offset, bytes.subarray(0, 50)),
        409,
      );
    for (const offset of ["-1", "x", "1e2"])
      await expectRefusal(
        await sendPiece(site, path, 0, bytes.subarray(0, 50), {
          "Upload-Offset": offset,
        }),
        400,
      );
    expect(await offsetOf(site, path)).toBe(100);
    expect(readFileSync(fileOf(path))).toEqual(bytes.subarray(0, 100));
  });

  test("takes no more than was announced, in one piece or in several", async () => {
    const path = await beginUpload(site, 100);
    await expectRefusal(
      await sendPiece(site, path, 0, bytes.subarray(0, 101)),
      413,
    );
    await sendPiece(site, path, 0, bytes.subarray(0, 60));
    await expectRefusal(
      await sendPiece(site, path, 60, bytes.subarray(0, 41)),
      413,
    );
    expect(await offsetOf(site, path)).toBe(60);
    await sendPiece(site, path, 60, bytes.subarray(60, 100));
    expect(readFileSync(fileOf(path))).toEqual(bytes.subarray(0, 100));
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

  test("is removed by DELETE, with what has arrived", async () => {
    const path = await beginUpload(site, bytes.length);
    await sendPiece(site, path, 0, bytes.subarray(0, 100));
    expect((await removeUpload(path)).status).toBe(204);
    expect(existsSync(fileOf(path))).toBe(false);
    expect((await askUpload(site, path)).status).toBe(404);
    await expectRefusal(await removeUpload(path), 404);
    await expectRefusal(
      await sendPiece(site, path, 100, bytes.subarray(100)),
      404,
    );
  });

  test("that nobody has begun is not there", async () => {
    for (const id of ["0".repeat(32), "x", "..%2f..%2fsite.sqlite", "%00"]) {
      const path = `/api/uploads/${id}`;
      expect([id, (await askUpload(site, path)).status]).toEqual([id, 404]);
      await expectRefusal(await sendPiece(site, path, 0, bytes), 404);
      await expectRefusal(await removeUpload(path), 404);
    }
  });
});

describe("the beginning of an upload is refused", () => {
  const MB = 1_048_576;

  test.each([
    ["without a length", { "Upload-Length": "" }, 400],
    ["with a length that is no number", { "Upload-Length": "1e3" }, 400],
    ["with a length below zero", { "Upload-Length": "-1" }, 400],
    ["of an empty file", { "Upload-Length": "0" }, 400],
    ["of one byte too many", { "Upload-Length": String(MB + 1) }, 413],
    ["with metadata in no base64", { "Upload-Metadata": "filename ~~~" }, 400],
    ["with an original of no image", { "Upload-Metadata": "original_of" }, 400],
    ["with pieces to be put together", { "Upload-Concat": "partial" }, 400],
  ])("%s", async (_what, headers: Record<string, string>, status) => {
    const before = rows();
    await expectRefusal(
      await createUpload(site, 100, undefined, headers),
      status,
    );
    expect(rows()).toBe(before);
  });

  test("of a length that comes later", async () => {
    const answer = await site.fetch("/api/uploads", {
      method: "POST",
      headers: { "Tus-Resumable": "1.0.0", "Upload-Defer-Length": "1" },
    });
    await expectRefusal(answer, 400);
  });

  test("in another version of the protocol, or none", async () => {
    const path = await beginUpload(site, 100);
    for (const headers of [{ "Tus-Resumable": "0.2.2" }, {}] as Record<
      string,
      string
    >[])
      for (const [method, address] of [
        ["POST", "/api/uploads"],
        ["PATCH", path],
        ["DELETE", path],
      ] as const) {
        const answer = await site.fetch(address, { method, headers });
        expect(answer.headers.get("tus-version")).toBe("1.0.0");
        await expectRefusal(answer, 412);
      }
    expect(await offsetOf(site, path)).toBe(0);
  });

  test("from another site's page, whose questions are answered without a permission", async () => {
    const origin = { Origin: "https://elsewhere.example" };
    expect((await createUpload(site, 100, undefined, origin)).status).toBe(403);
    const path = await beginUpload(site, 100);
    expect(
      (await sendPiece(site, path, 0, Buffer.from("a"), origin)).status,
    ).toBe(403);
    const asked = [
      await site.fetch("/api/uploads", {
        method: "OPTIONS",
        headers: { ...origin, "Access-Control-Request-Method": "POST" },
      }),
      await askUpload(site, path, origin),
      await createUpload(site, 100),
    ];
    for (const { headers } of asked)
      expect(
        [...headers.keys()].filter((name) => name.startsWith("access-control")),
      ).toEqual([]);
  });
});

test("OPTIONS says what of the protocol there is", async () => {
  for (const path of ["/api/uploads", "/api/uploads/x"]) {
    const answer = await site.fetch(path, { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,expiration,termination",
      "tus-max-size": "1048576",
    });
  }
});

test("an upload can't be read, and other methods are refused", async () => {
  const path = await beginUpload(site, 3);
  await sendPiece(site, path, 0, Buffer.from("abc"));
  for (const [method, address, allow] of [
    ["GET", path, "HEAD, OPTIONS, PATCH, DELETE"],
    ["PUT", path, "HEAD, OPTIONS, PATCH, DELETE"],
    ["GET", "/api/uploads", "OPTIONS, POST"],
    ["DELETE", "/api/uploads", "OPTIONS, POST"],
  ] as const) {
    const answer = await site.fetch(address, { method });
    expect([method, answer.status]).toEqual([method, 405]);
    expect(answer.headers.get("allow")).toBe(allow);
    expect(await answer.text()).not.toContain("abc");
  }
});
