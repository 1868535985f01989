import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { publicAddresses } from "#tests/setup/routes.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

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
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      request(`${site.baseURL}/api/rock-posts`, { method }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(405);
  },
);

test("a Host header that is none answers 400, and no link is made of it", async () => {
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    request(
      `${site.baseURL}/`,
      { headers: { Host: "a b<script>" } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    )
      .on("error", reject)
      .end();
  });
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
