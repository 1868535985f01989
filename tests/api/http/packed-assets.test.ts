import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

const FOLDER = "build/client/assets";
const files = readdirSync(FOLDER);
const find = (ending: RegExp) => files.find((name) => ending.test(name))!;
const script = find(/^entry\.client-.*\.js$/);

/** Node's own client, because fetch unpacks what it gets. */
async function get(
  name: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest(`${site.baseURL}/assets/${name}`, { headers, method }, resolve)
      .on("error", reject)
      .end(),
  );
  const { statusCode: status, headers: got } = answer;
  return { status, headers: got, body: await buffer(answer) };
}

const unpack = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};

setUpSite();

describe("a built file", () => {
  test.each([
    [script, "text/javascript; charset=utf-8"],
    [find(/\.css$/), "text/css; charset=utf-8"],
    [find(/\.svg$/), "image/svg+xml"],
  ])("%s is sent as the build has packed it", async (name, type) => {
    const plain = await readFile(`${FOLDER}/${name}`);
    for (const [accepted, encoding, ending] of [
      ["gzip, deflate, br, zstd", "br", ".br"],
      ["gzip", "gzip", ".gz"],
    ] as const) {
      const { status, headers, body } = await get(name, {
        "Accept-Encoding": accepted,
      });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": type,
        "content-encoding": encoding,
        "content-length": String(body.length),
        "cache-control": expect.stringContaining("immutable") as string,
        vary: "Accept-Encoding",
      });
      expect(body).toEqual(await readFile(`${FOLDER}/${name}${ending}`));
      expect(unpack[encoding](body)).toEqual(plain);
    }
    const { headers, body } = await get(name);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toEqual(plain);
  });

  test("is packed for each text of a size that shrinks", async () => {
    for (const name of files.filter((file) => /\.(js|css|svg)$/.test(file))) {
      const { length } = await readFile(`${FOLDER}/${name}`);
      const isPacked = files.includes(`${name}.br`);
      expect([name, isPacked]).toEqual([name, length >= 512]);
      expect(files.includes(`${name}.gz`)).toBe(isPacked);
    }
  });

  test("is not sent again to who has it, and by HEAD without its bytes", async () => {
    const headers = { "Accept-Encoding": "br" };
    const { headers: got, body } = await get(script, headers);
    const again = await get(script, { ...headers, "If-None-Match": got.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await get(script, headers, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(body.length));
  });

  test("is sent plain, or refused readably, when a part of it is asked for or it may have changed", async () => {
    const plain = await readFile(`${FOLDER}/${script}`);
    const part = await get(script, {
      "Accept-Encoding": "br",
      Range: "bytes=2-9",
    });
    expect([part.status, part.body]).toEqual([206, plain.subarray(2, 10)]);
    for (const [headers, method] of [
      [{ Range: "bytes=99999999-" }, "GET"],
      [{ "If-Match": '"another"' }, "GET"],
      [{}, "POST"],
    ] as const) {
      const all = { ...headers, "Accept-Encoding": "br", Accept: "text/html" };
      const answer = await get(script, all, method);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const encoding = answer.headers["content-encoding"] ?? "identity";
      expect(
        unpack[encoding as keyof typeof unpack](answer.body).toString(),
      ).toMatch(/^(<!DOCTYPE html>|\{"error"|$)/i);
    }
  });

  test("that is not there is not found", async () => {
    for (const name of ["none.js", `${script}.br.br`, "../../server/index.js"])
      expect((await get(name, { "Accept-Encoding": "br" })).status).toBe(404);
  });
});
