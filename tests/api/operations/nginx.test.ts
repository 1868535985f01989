import { readFile } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { get as httpsGet } from "node:https";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IMAGES_MAX } from "#core/limits.ts";
import { readSettings } from "#core/settings.server.ts";
import { findOnPath } from "../../../scripts/system/find-on-path.mjs";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  arrivedFile,
  beginUpload,
  offsetOf,
  openPiece,
  sendPiece,
  someBytes,
  untilArrived,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { findFreePort } from "#tests/setup/processes/child.ts";
import { startFront, type Front } from "#tests/setup/processes/nginx.ts";
import { accessTo } from "#tests/setup/processes/site-access.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Starts a site that nginx is to stand before. It accepts changes only from its own address, which is nginx's. */
const startBehind = (address: string, env = {}) =>
  startSite({
    env: {
      ...env,
      PUBLIC_URL: address,
      TRUST_PROXY: "true",
      ACCEL_REDIRECT: "/store/",
      MODERATION: "off",
      UPLOAD_MAX_MB: "1",
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
    },
  });

let site: Site;
/** The same site through nginx. */
let through: Site;

/** The place of a find's large picture in the store, and its address through nginx. */
let place: string;
let address: string;

describe.skipIf(!findOnPath("nginx"))("nginx before the site", () => {
  let front: Front;
  beforeAll(async () => {
    const port = await findFreePort();
    site = await startBehind(`http://127.0.0.1:${port}`);
    front = await startFront(site, { port });
    const there = { ...site, baseURL: front.baseURL };
    through = { ...there, ...accessTo(there) };
    const { uuid, images } = await through.addFind();
    await through.untilIdle();
    place = `rocks/${findFields.rockNumber}/${uuid}/webp/${images[0]}.webp`;
    address = `${through.baseURL}/media/${place}`;
  });
  afterAll(async () => {
    await front?.stop();
    await site?.stop();
  });

  test("sends a picture's bytes itself, with ETag, 304 and ranges, and the site's own headers", async () => {
    const file = await readFile(site.inStore(place));

    const direct = await site.fetch(`/media/${place}`);
    expect(direct.headers.get("x-accel-redirect")).toBe(`/store/${place}`);
    expect((await direct.arrayBuffer()).byteLength).toBe(0);
    // A size that an earlier version did not have is the next larger one.
    const medium = place.replace("/webp/", "/webp640/");
    rmSync(site.inStore(medium));
    const fallback = await site.fetch(`/media/${medium}`);
    expect(fallback.headers.get("x-accel-redirect")).toBe(`/store/${place}`);

    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
    const { headers } = answer;
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("vary")).toBe("Cookie");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("x-accel-redirect")).toBeNull();
    const etag = headers.get("etag")!;

    const known = await fetch(address, { headers: { "if-none-match": etag } });
    expect(known.status).toBe(304);
    const part = await fetch(address, { headers: { range: "bytes=4-7" } });
    expect(part.status).toBe(206);
    expect(
      Buffer.from(await part.arrayBuffer()).equals(file.subarray(4, 8)),
    ).toBe(true);
    const beyond = await fetch(address, {
      headers: { range: `bytes=${file.length}-` },
    });
    expect(beyond.status).toBe(416);
    const head = await fetch(address, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(file.length));
  });

  test("hides what is hidden from that moment on, and sends it to the admin alone", async () => {
    through.alter("UPDATE rock_posts SET show = 0");
    expect((await fetch(address)).status).toBe(404);
    const cookie = await through.signIn();
    const admins = await fetch(address, { headers: { cookie } });
    expect(admins.status).toBe(200);
    expect(admins.headers.get("cache-control")).toBe("private, no-store");
    through.alter("UPDATE rock_posts SET show = 1");
    expect((await fetch(address)).status).toBe(200);
  });

  test("gives nothing of the store to who asks for it past the site", async () => {
    const original = filesBelow(site.mediaDir).find((file) =>
      file.includes("/original/"),
    )!;
    for (const address of [
      `/store/${place}`,
      `/store/${original}`,
      `/media/${original}`,
      "/store/../nginx.conf",
      "/assets/../store/logo.webp",
    ])
      expect(await statusOf(through.baseURL, address), address).toBe(404);
    expect(
      await statusOf(through.baseURL, "/media/..%2f..%2fsite.sqlite"),
    ).toBe(400);
  });

  test("sends the built assets, compressed and for good", async () => {
    const script = readdirSync("build/client/assets").find((name) =>
      /^framework-.*\.js$/.test(name),
    )!;
    const answer = await through.fetch(`/assets/${script}`, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe(
      "strict-origin-when-cross-origin",
    );
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("x-request-id")).toBeNull();
    expect(await answer.text()).toBe(
      await readFile(`build/client/assets/${script}`, "utf8"),
    );
    const none = await through.fetch("/assets/none.js");
    expect(none.status).toBe(404);
  });

  test("takes as much as the site may, and says what is too much in the site's way", async () => {
    const most = readSettings({ UPLOAD_MAX_MB: "200" }).UPLOAD_MAX_MB;
    const conf = await readFile("nginx/locations.conf", "utf8");
    const [, upload] = /client_max_body_size (\d{3,})m/.exec(conf)!;
    expect(() => readSettings({ UPLOAD_MAX_MB: "201" })).toThrow();
    expect(Number(upload)).toBeGreaterThan(IMAGES_MAX * most);

    const form = new FormData();
    for (const [name, value] of Object.entries(findFields))
      form.set(name, value);
    form.append("images", new Blob([Buffer.alloc(2_000_000)]), "large.jpg");
    const refused = await through.fetch("/api/upload-rock", {
      method: "POST",
      body: form,
    });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toHaveProperty("error");

    const large = await through.fetch("/api/rock-posts", {
      method: "POST",
      body: Buffer.alloc(3_000_000),
    });
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({
      error: "That is too much to send at once.",
    });
    // Nothing of its body is taken for the next request.
    for (let time = 0; time < 20; time++)
      expect((await through.fetch("/api/rock-posts")).status).toBe(200);
  });

  test("takes bodies that aren't JSON as large as they come, at every address that the API describes", async () => {
    const { paths } = (await (
      await site.fetch("/api/openapi.json")
    ).json()) as {
      paths: Record<
        string,
        Record<string, { requestBody?: { content: object } }>
      >;
    };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody = { content: {} } }]) =>
          /multipart|octet-stream/.test(
            Object.keys(requestBody.content).join(),
          ),
        )
        .map(([method]) => ({ method, path: path.replace(/\{\w+\}/g, "1") })),
    );
    expect(calls).toContainEqual({
      method: "patch",
      path: "/api/setup/uploads/1",
    });
    for (const { method, path } of calls)
      expect([path, await asksForBody(through, method, path)]).toEqual([
        path,
        true,
      ]);
  });

  test("passes on what comes of an upload at once, so a cut loses nothing of it", async () => {
    const bytes = someBytes(300_000);
    const path = await beginUpload(through, bytes.length);
    const piece = openPiece(through, path, { offset: 0, length: bytes.length });
    await piece.write(bytes.subarray(0, 200_000));
    await untilArrived(site, path, 200_000);
    piece.cut();
    expect(await offsetOf(through, path)).toBe(200_000);
    const rest = await sendPiece(
      through,
      path,
      200_000,
      bytes.subarray(200_000),
    );
    expect(rest.status).toBe(204);
    expect(readFileSync(arrivedFile(site, path)).equals(bytes)).toBe(true);
  });

  test("says that the site is being started while it is, and finds it again @soak", async () => {
    await site.kill();
    const answer = await through.fetch("/api/rock-posts");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toHaveProperty("error");
    for (const [address, size] of [
      ["/api/upload-rock", 3_000_000],
      ["/api/rock-posts", 3_000_000],
      ["/login", 30_000_000],
    ] as const) {
      const large = await through.fetch(address, {
        method: "POST",
        body: Buffer.alloc(size),
      });
      expect([address, large.status]).toEqual([address, 503]);
      expect(large.headers.get("retry-after")).toBe("5");
      expect(await large.json()).toHaveProperty("error");
    }
    await site.restart();
    await until(async () => (await through.fetch("/api/rock-posts")).ok);
  });

  test("brings TLS with tls.conf: a redirect to it, and a Secure cookie through it @soak", async () => {
    const port = await findFreePort();
    const site = await forThisTest(
      startBehind(`https://127.0.0.1:${port}`, { HSTS_SUBDOMAINS: "true" }),
    );
    const { baseURL, tlsURL } = await forThisTest(
      startFront(site, { tls: true, port }),
    );
    const plain = await fetch(`${baseURL}/map`, { redirect: "manual" });
    expect(plain.status).toBe(301);
    expect(plain.headers.get("location")).toMatch(/^https:\/\/.*\/map$/);

    // The container's health check knows no certificate.
    const health = await fetch(`${baseURL}/healthz`, { redirect: "manual" });
    expect(health.status).toBe(200);

    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      httpsGet(
        `${tlsURL}/api/ip`,
        {
          rejectUnauthorized: false,
          headers: { "x-forwarded-for": "203.0.113.9" },
        },
        resolve,
      ).on("error", reject),
    );
    expect(answer.headers["strict-transport-security"]).toBe(
      "max-age=31536000; includeSubDomains",
    );
    // No proxy is in front of this nginx, so it believes no header.
    expect(await json(answer)).toEqual({ ip: "127.0.0.1" });
  });
});

/** Whether nginx wants to have a body of 9 MB, more than a piece of a backup. */
const asksForBody = ({ baseURL }: Site, method: string, path: string) =>
  new Promise<boolean>((resolve, reject) => {
    const headers = { "Content-Length": 9_000_000, Expect: "100-continue" };
    const request = httpRequest(baseURL + path, {
      method: method.toUpperCase(),
      headers,
    });
    const end = (isAsked: boolean) => {
      resolve(isAsked);
      request.on("error", () => {}).destroy();
    };
    request
      .on("continue", () => end(true))
      .on("response", () => end(false))
      .on("error", reject)
      .flushHeaders();
  });

/** Sends the address exactly as it is written, because `fetch` would correct it. */
const statusOf = (baseURL: string, address: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(baseURL);
    httpRequest({ hostname, port, path: address }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
