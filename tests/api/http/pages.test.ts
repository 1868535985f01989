import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { postLogin } from "#tests/setup/calls/account-calls.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { addRock } from "#tests/setup/calls/rocks.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import { get, setUpSite, site, textAt } from "#tests/setup/vitest/site.ts";

setUpSite();

const expectError = (
  { status, body }: Awaited<ReturnType<typeof ask>>,
  expected: number,
  error: string,
) =>
  expect([status, JSON.parse(body.toString())]).toEqual([expected, { error }]);

test.each(publicAddresses)(
  "%s is a page with a heading and a title, whose one style sheet comes first, and that lets only its own scripts run",
  async (path) => {
    const first = await get(path);
    const html = await first.text();
    expect(first.status).toBe(200);
    expect(html).toMatch(/<html lang="en"/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<h1[ >]/);
    expect(html.match(/<link[^>]*rel="stylesheet"/g)).toHaveLength(1);
    const preloads = html.match(/<link[^>]*rel="modulepreload"[^>]*>/g)!;
    expect(preloads.length).toBeGreaterThan(3);
    for (const preload of preloads)
      expect(preload).toContain('fetchpriority="low"');

    const policy = first.headers.get("content-security-policy")!;
    // Each script may run by this answer's nonce, or by its hash.
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    if (nonce) {
      const { headers } = await get(path);
      expect(headers.get("content-security-policy")).not.toContain(nonce);
    }
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' blob: data: https://tile.openstreetmap.org;",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, script = ""] of scripts)
      if (nonce) expect(attributes).toContain(`nonce="${nonce}"`);
      else
        expect(policy).toContain(
          `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
        );
  },
);

test("every answer is safe to handle: pages, data, files and errors", async () => {
  const [asset = ""] = /\/assets\/[^"]+\.js/.exec(await textAt("/")) ?? [];
  for (const path of [
    "/",
    "/map.data",
    "/api/rock-posts",
    "/api/nothing",
    "/nothing",
    asset,
  ]) {
    const headers = Object.fromEntries((await get(path)).headers);
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  }
});

test("an unknown address shows 'Unexpected Application Error!' with its status", async () => {
  const answer = await get("/nothing-here");
  expect(answer.status).toBe(404);
  expect(await answer.text()).toMatch(/Unexpected Application Error!.*404/s);
});

test("an address with a slash at its end leads to the one without", async () => {
  const answer = await get("/photos/?album=1");
  expect([301, 302, 308]).toContain(answer.status);
  expect(answer.headers.get("location")).toBe("/photos?album=1");
});

test("a form sent from another site is answered with 403, an unknown method with 405, and an invalid Host header with 400", async () => {
  const right = { username: "admin", password: site.adminPassword };
  const Origin = "https://elsewhere.example";
  const { status, cookies } = await postLogin(site, right, { Origin });
  expect([status, cookies]).toEqual([403, []]);
  for (const method of ["TRACE", "PROPFIND"])
    expect((await ask("/api/rock-posts", {}, method)).status).toBe(405);
  expect((await ask("/", { Host: "a b<script>" })).status).toBe(400);
});

test("/healthz says that all is well", async () => {
  const answer = await get("/healthz");
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: "ok", database: "ok", media: "ok", queue: "ok" },
  ]);
});

test("an address in absolute form is answered as its path is, and refused if it can't be read", async () => {
  const plain = await ask("/api/rock-posts/totals");
  expect(plain.status).toBe(200);
  for (const address of [
    "http://rocks.example.org/api/rock-posts/totals",
    "HTTPS://rocks.example.org:8443/api/rock-posts/totals?a=b",
  ])
    expect((await ask(address)).body).toEqual(plain.body);
  expect((await ask("http://a.example?b=c")).body.toString()).toContain("<h1");
  for (const [address, status] of [
    ["http://", 400],
    ["http://exa%20mple/", 400],
    ["http://rocks.example.org/%", 400],
    ["ftp://rocks.example.org/", 404],
    ["*", 404],
  ] as const) {
    const method = address === "*" ? "OPTIONS" : "GET";
    expect((await ask(address, {}, method)).status, address).toBe(status);
  }
});

test("an address that can't be decoded is a page for browsers, and JSON under /api", async () => {
  const asBrowser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const address of ["/?x=%E0", "/%E0", "/media/%ff", "/assets/%E0.js"]) {
    const { status, headers, body } = await ask(address, asBrowser);
    expect(status, address).toBe(400);
    expect(headers["content-type"]).toContain("text/html");
    expect(body.toString()).toMatch(/<h1>.*400 Bad Request.*href="\/"/s);
  }
  for (const address of ["/api/%E0", "/api?x=%E0", "/API/rock-posts?x=%E0"]) {
    const answer = await ask(address, asBrowser);
    expectError(answer, 400, "This address can't be decoded.");
  }
});

test("a long query doesn't make a page long", async () => {
  const bare = (await ask("/qr")).body.length;
  for (const address of ["/qr?r=", "/map?a="]) {
    const { status, body } = await ask(address + "1".repeat(15_000));
    expect(status).toBe(200);
    expect(body.length).toBeLessThan(bare + 20_000);
  }
});

const parts = "/a".repeat(16);

test("a path with a line break or of more than 16 parts is a 404 at once, and a query may break both rules; one of more than 100 parameters is one too", async () => {
  for (const address of [
    "/api/review/a%0D%0Ab/images/",
    "/%E2%80%A8",
    `${parts}/a`,
    `/assets${parts}%2Fa`,
    `/media/rocks${parts}%5ca`,
    `/api${parts}\\a`,
    `/share/rocks${parts}/a.data`,
    `/map?${"index=a&".repeat(100)}`,
  ])
    expectError(await ask(address), 404, "There is no such address.");
  for (const address of ["/api/places?q=a%0Ab", `/map?${"a&".repeat(99)}`])
    expect((await ask(address)).status).toBe(200);
  const { status, body } = await ask(`${parts}?a=${"/a".repeat(99)}`);
  expect(status).toBe(404);
  expect(body.toString()).toContain("<html");
  // It would tell of the admin's routes.
  expect((await ask("/__manifest?p=%2Fmap&version=1")).status).toBe(404);
});

const FOLDER = "build/client/assets";
const files = readdirSync(FOLDER);
const find = (ending: RegExp) => files.find((name) => ending.test(name))!;
const script = find(/^framework-.*\.js$/);

const getAsset = (name: string, headers = {}, method = "GET") =>
  ask(`/assets/${name}`, headers, method);

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

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
      const accepts = { "Accept-Encoding": accepted };
      const { headers, body } = await getAsset(name, accepts);
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
    const { headers, body } = await getAsset(name);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toEqual(plain);
  });

  test("is packed for each text of a size that shrinks", async () => {
    for (const name of files.filter((file) => /\.(js|css|svg)$/.test(file))) {
      const { length } = await readFile(`${FOLDER}/${name}`);
      for (const packed of [`${name}.br`, `${name}.gz`])
        expect(files.includes(packed), packed).toBe(length >= 512);
    }
  });

  test("is not sent again to who has it, by HEAD without its bytes, and not at all if it isn't there", async () => {
    const headers = { "Accept-Encoding": "br" };
    const { headers: got, body } = await getAsset(script, headers);
    const has = { ...headers, "If-None-Match": got.etag! };
    const again = await getAsset(script, has);
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await getAsset(script, headers, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(body.length));
    for (const name of ["none.js", `${script}.br.br`, "../../server/index.js"])
      expect((await getAsset(name, headers)).status).toBe(404);
  });

  test("is sent plain, or refused readably, when a part of it is asked for or it may have changed", async () => {
    const plain = await readFile(`${FOLDER}/${script}`);
    const asked = { "Accept-Encoding": "br", Range: "bytes=2-9" };
    const part = await getAsset(script, asked);
    expect([part.status, part.body]).toEqual([206, plain.subarray(2, 10)]);
    for (const [headers, method] of [
      [{ Range: "bytes=99999999-" }, "GET"],
      [{ "If-Match": '"another"' }, "GET"],
      [{}, "POST"],
    ] as const) {
      const all = { ...headers, "Accept-Encoding": "br", Accept: "text/html" };
      const answer = await getAsset(script, all, method);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const encoding = answer.headers["content-encoding"] as "br" | undefined;
      const body = encoding ? unpack[encoding](answer.body) : answer.body;
      expect(body.toString()).toMatch(/^(<!DOCTYPE html>|\{"error"|$)/i);
    }
  });
});

test("a phone asks for the first pictures of a gallery before its layout, and for the others when they come near", async () => {
  for (let number = 1; number <= 6; number++) addRock(site, number);
  const html = await textAt("/all-rocks");
  const [, narrow = "", ...wider] = html.split(/gallery-at--\d+/);
  const loadingOf = (layout: string) =>
    [...layout.matchAll(/<img[^>]* loading="(\w)/g)]
      .map(([, how]) => how)
      .join("");
  expect(loadingOf(narrow)).toBe("eeeell");
  expect(wider.map(loadingOf)).toEqual(Array(3).fill("llllll"));
});
