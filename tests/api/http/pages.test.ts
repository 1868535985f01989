import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { publicAddresses } from "#tests/setup/routes.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { addRock } from "#tests/setup/calls/catalogue.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { PAGES } from "#app/pages.ts";
import routes from "#app/routes.ts";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

setUpSite({
  env: { TILE_URL: "https://{s}.tiles.example/{z}/{x}/{y}.png" },
});

const get = (path: string, init: RequestInit = {}) =>
  site.fetch(path, {
    redirect: "manual",
    ...init,
    headers: { Accept: "text/html", ...init.headers },
  });

describe.each(publicAddresses)("%s", (path) => {
  test("is a page with a heading, a description of its own language and no blank title", async () => {
    const answer = await get(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/<html lang="en"/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<h1[ >]/);
  });

  test("asks for one style sheet before its first paint, and for no script until then", async () => {
    const html = await (await get(path)).text();
    expect(html.match(/<link[^>]*rel="stylesheet"/g)).toHaveLength(1);
    const scripts = html.match(/<link[^>]*rel="modulepreload"[^>]*>/g)!;
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts)
      expect(script).toContain('fetchpriority="low"');
  });

  test("lets only its own scripts run, each by this answer's nonce or by its hash", async () => {
    const [first, second] = await Promise.all([get(path), get(path)]);
    const policy = first.headers.get("content-security-policy")!;
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    if (nonce)
      expect(second.headers.get("content-security-policy")).not.toContain(
        nonce,
      );
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' blob: data: https://*.tiles.example",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const scripts = [
      ...(await first.text()).matchAll(/<script([^>]*)>(.*?)<\/script>/gs),
    ];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, script = ""] of scripts)
      if (nonce) expect(attributes).toContain(`nonce="${nonce}"`);
      else
        expect(policy).toContain(
          `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
        );
  });
});

test("every answer is safe to handle: pages, data, files and errors", async () => {
  const html = await (await get("/")).text();
  const [, asset = ""] = /(\/assets\/[^"]+\.js)/.exec(html) ?? [];
  for (const path of [
    "/",
    "/map.data",
    "/api/rock-posts",
    "/api/nothing",
    "/nothing",
    asset,
  ]) {
    const { headers } = await get(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([
      path,
      "nosniff",
    ]);
    expect(headers.get("referrer-policy")).toBe(
      "strict-origin-when-cross-origin",
    );
    expect(headers.get("x-powered-by")).toBeNull();
  }
});

test("an unknown address shows 'Unexpected Application Error!' with its status", async () => {
  const answer = await get("/nothing-here");
  const html = await answer.text();
  expect(answer.status).toBe(404);
  expect(html).toContain("Unexpected Application Error!");
  expect(html).toContain("404");
});

test.each(["/map/", "/photos/?album=1", "/share-your-rock/?r=3"])(
  "%s leads to the address without its slash",
  async (path) => {
    const answer = await get(path, { headers: { Accept: "*/*" } });
    expect([301, 302, 308]).toContain(answer.status);
    expect(answer.headers.get("location")).toBe(
      path.replace("/?", "?").replace(/\/$/, ""),
    );
  },
);

test("a form that another site sends to a page is refused with 403", async () => {
  const answer = await get("/login", {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
    body: new URLSearchParams({
      username: "admin",
      password: site.adminPassword,
    }),
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test.each(["TRACE", "PROPFIND", "LOCK"])(
  "the method %s answers 405, not 500",
  async (method) => {
    expect((await ask("/api/rock-posts", {}, method)).status).toBe(405);
  },
);

test("a Host header that is none answers 400, and no link is made of it", async () => {
  const { status } = await ask("/", { Host: "a b<script>" });
  expect(status).toBe(400);
});

test("/healthz says that all is well", async () => {
  const answer = await get("/healthz");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    status: "ok",
    database: "ok",
    media: "ok",
    queue: "ok",
  });
});

test("requests are logged as JSON lines, without what comes after the question mark", async () => {
  await get("/share-your-rock?r=424242");
  await expect
    .poll(() => site.lines.some((line) => line.includes('"/share-your-rock"')))
    .toBe(true);
  for (const line of site.lines)
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(site.lines.join("\n")).not.toContain("424242");
});

describe("an address in absolute form", () => {
  test.each([
    "http://rocks.example.org/api/rock-posts/totals",
    "HTTPS://rocks.example.org:8443/api/rock-posts/totals?a=b",
  ])("%s is answered as its path is", async (address) => {
    const plain = await ask("/api/rock-posts/totals");
    expect((await ask(address)).body).toEqual(plain.body);
    expect(plain.status).toBe(200);
  });

  test("without a path is the home page", async () => {
    for (const address of ["http://rocks.example.org", "http://a.example?b=c"])
      expect((await ask(address)).body.toString()).toContain("<h1");
  });

  test.each([
    ["http://", 400],
    ["http://exa%20mple/", 400],
    ["http://rocks.example.org/%", 400],
    ["ftp://rocks.example.org/", 404],
    ["*", 404],
  ])("%s, which can't be read, is refused", async (address, status) => {
    const method = address === "*" ? "OPTIONS" : "GET";
    expect((await ask(address, {}, method)).status).toBe(status);
  });
});

describe("an address that can't be decoded", () => {
  const asBrowser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  test.each(["/?x=%E0", "/%E0", "/map?x=%", "/media/%ff", "/assets/%E0.js"])(
    "is a page for browsers: %s",
    async (address) => {
      const { status, headers, body } = await ask(address, asBrowser);
      expect(status).toBe(400);
      expect(headers["content-type"]).toContain("text/html");
      expect(body.toString()).toMatch(/<h1>.*400 Bad Request.*href="\/"/s);
    },
  );

  test.each(["/api/%E0", "/api?x=%E0", "/API/rock-posts?x=%E0"])(
    "is JSON under /api: %s",
    async (address) => {
      const { status, body } = await ask(address, asBrowser);
      expect([status, JSON.parse(body.toString())]).toEqual([
        400,
        { error: "This address can't be decoded." },
      ]);
    },
  );
});

test("a long query doesn't make a page long", async () => {
  const bare = (await ask("/qr")).body.length;
  for (const address of ["/qr?r=", "/?a=", "/map?a="]) {
    const { status, body } = await ask(address + "1".repeat(15_000));
    expect(status).toBe(200);
    expect(body.length).toBeLessThan(bare + 20_000);
  }
});

test.each([
  "/api/rock-posts/%0A",
  "/api/review/a%0D%0Ab/images/",
  "/%E2%80%A8",
])("%s, a path with a line break, is refused in JSON", async (address) => {
  const { status, body } = await ask(address);
  expect([status, JSON.parse(body.toString())]).toEqual([
    404,
    { error: "There is no such address." },
  ]);
  expect((await ask("/api/places?q=a%0Ab")).status).toBe(200);
});

describe("a path of more than 16 parts", () => {
  const parts = "/a".repeat(16);
  test.each([
    ["", "/a"],
    ["/rocks", "/"],
    ["/assets", "%2Fa"],
    ["/media/rocks", "%5ca"],
    ["/api", "\\a"],
    ["/share/rocks", "/a.data"],
  ])("below %s/, with %s, is a 404 at once", async (place, more) => {
    const { status, body } = await ask(`${place}${parts}${more}`);
    expect([status, JSON.parse(body.toString())]).toEqual([
      404,
      { error: "There is no such address." },
    ]);
  });

  test("is counted without its query, and one of 16 gets the page that says so", async () => {
    const { status, body } = await ask(`${parts}?a=${"/a".repeat(99)}`);
    expect(status).toBe(404);
    expect(body.toString()).toContain("<html");
  });
});

test("no address tells of routes to whoever names paths", async () => {
  const { status } = await ask("/__manifest?p=%2Frocks%2F7&version=1");
  expect(status).toBe(404);
});

/** All routes with their whole paths. Layouts aren't included, because they are no pages. */
const listRoutes = (
  entries: RouteConfigEntry[],
  parent = "",
): { path: string; file: string }[] =>
  entries.flatMap(({ path, file, children }) => {
    const whole = path ? `${parent}/${path}` : parent;
    return children
      ? listRoutes(children, whole)
      : [{ path: whole || "/", file }];
  });

test("the page registry and the route table hold the same pages, in the same order", () => {
  const pages = listRoutes(routes).filter(
    ({ path, file }) => file.endsWith(".tsx") && path !== "/*",
  );
  expect(PAGES.map(({ path, file }) => `${path} ${file}`)).toEqual(
    pages.map(
      ({ path, file }) =>
        `${path} ${file.replace(/^routes\//, "").replace(/\.tsx$/, "")}`,
    ),
  );
});

const FOLDER = "build/client/assets";
const files = readdirSync(FOLDER);
const find = (ending: RegExp) => files.find((name) => ending.test(name))!;
const script = find(/^framework-.*\.js$/);

const getAsset = (name: string, headers = {}, method = "GET") =>
  ask(`/assets/${name}`, headers, method);

const unpack = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};

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
      const { status, headers, body } = await getAsset(name, {
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
    const { headers, body } = await getAsset(name);
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
    const { headers: got, body } = await getAsset(script, headers);
    const again = await getAsset(script, {
      ...headers,
      "If-None-Match": got.etag!,
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await getAsset(script, headers, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(body.length));
  });

  test("is sent plain, or refused readably, when a part of it is asked for or it may have changed", async () => {
    const plain = await readFile(`${FOLDER}/${script}`);
    const part = await getAsset(script, {
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
      const answer = await getAsset(script, all, method);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const encoding = answer.headers["content-encoding"] ?? "identity";
      expect(
        unpack[encoding as keyof typeof unpack](answer.body).toString(),
      ).toMatch(/^(<!DOCTYPE html>|\{"error"|$)/i);
    }
  });

  test("that is not there is not found", async () => {
    for (const name of ["none.js", `${script}.br.br`, "../../server/index.js"])
      expect((await getAsset(name, { "Accept-Encoding": "br" })).status).toBe(
        404,
      );
  });
});

test("a phone asks for the first pictures of a gallery before its layout, and for the others when they come near", async () => {
  for (let number = 1; number <= 6; number++) addRock(site, number);
  const html = await (await get("/all-rocks")).text();
  const [, narrow = "", ...wider] = html.split(/gallery-at--\d+/);
  const loadingOf = (layout: string) =>
    [...layout.matchAll(/<img[^>]* loading="(\w+)"/g)].map(([, how]) => how);
  const lazy = Array<string>(6).fill("lazy");
  expect(loadingOf(narrow)).toEqual([
    ...Array<string>(4).fill("eager"),
    "lazy",
    "lazy",
  ]);
  expect(wider.map(loadingOf)).toEqual([lazy, lazy, lazy]);
});
