import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IMAGES_MAX } from "#core/limits.ts";
import { readSettings } from "#core/settings.server.ts";
import { findOnPath } from "../../../scripts/system/programs.mjs";
import { photoAddress } from "#domain/store/media-addresses.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { openRequest } from "#tests/setup/calls/open-request.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
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
import { operations } from "#tests/setup/vitest/breach.ts";
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
let through: Site;

/** The place of a find's large picture in the store. */
let place: string;

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

    const asked = (headers?: Record<string, string>, method?: string) =>
      askFront(`/media/${place}`, headers, method);
    const { status, headers, body } = await asked();
    expect([status, body.equals(file)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "no-cache",
      vary: "Cookie",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(headers).not.toHaveProperty("x-accel-redirect");

    const known = await asked({ "if-none-match": headers.etag! });
    expect(known.status).toBe(304);
    const part = await asked({ range: "bytes=4-7" });
    expect([part.status, part.body]).toEqual([206, file.subarray(4, 8)]);
    const head = await asked({}, "HEAD");
    expect(head.headers["content-length"]).toBe(String(file.length));
  });

  test("sends a picture whose file has an ordinary name, whatever is in it", async () => {
    const stem = `50% off, it's #2 (really?) + a%2Fb 🪨`;
    await addAlbum(site, { name: "odd", photos: [{ stem }] });
    const address = photoAddress("odd", `${stem}.webp`);
    const { status, body } = await askFront(address);
    const file = site.inStore("albums/odd/webp", `${stem}.webp`);
    expect([status, body.equals(await readFile(file))]).toEqual([200, true]);
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
      expect(await statusOf(address), address).toBe(404);
    expect(await statusOf("/media/..%2f..%2fsite.sqlite")).toBe(400);
  });

  test("sends the built assets, compressed and for good", async () => {
    const script = readdirSync("build/client/assets").find((name) =>
      /^framework-.*\.js$/.test(name),
    )!;
    const packed = { "accept-encoding": "gzip" };
    const answer = await askFront(`/assets/${script}`, packed);
    expect(answer.headers).toMatchObject({
      "cache-control": expect.stringContaining("immutable") as string,
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-encoding": "gzip",
    });
    expect(answer.headers).not.toHaveProperty("x-request-id");
    expect(gunzipSync(answer.body)).toEqual(
      await readFile(`build/client/assets/${script}`),
    );
    expect(await statusOf("/assets/none.js")).toBe(404);
  });

  test("takes as much as the site may, and says what is too much in the site's way", async () => {
    const most = readSettings({ UPLOAD_MAX_MB: "200" }).UPLOAD_MAX_MB;
    const conf = await readFile("nginx/locations.conf", "utf8");
    const [, upload] = /client_max_body_size (\d{3,})m/.exec(conf)!;
    expect(() => readSettings({ UPLOAD_MAX_MB: "201" })).toThrow();
    expect(Number(upload)).toBeGreaterThan(IMAGES_MAX * most);

    const form = await findForm(findFields, []);
    form.append("images", new Blob([Buffer.alloc(2_000_000)]), "large.jpg");
    const refused = await post("/api/upload-rock", form);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toHaveProperty("error");

    const large = await post("/api/rock-posts", Buffer.alloc(3_000_000));
    expect(large.status).toBe(413);
    const error = "That is too much to send at once.";
    expect(await large.json()).toEqual({ error });
    // Nothing of its body is taken for the next request.
    for (let time = 0; time < 20; time++)
      expect((await through.fetch("/api/rock-posts")).status).toBe(200);
  });

  test("takes bodies that aren't JSON as large as they come, at every address that the API describes", async () => {
    const calls = operations.filter(({ operation: { requestBody } }) =>
      /multipart|octet-stream/.test(
        Object.keys(requestBody?.content ?? {}).join(),
      ),
    );
    const paths = calls.map(({ path }) => path);
    expect(paths).toContain("/api/setup/uploads/{id}");
    for (const { method, path } of calls)
      expect(await asksForBody(method, path), path).toBe(true);
  });

  test("passes on what comes of an upload at once, so a cut loses nothing of it", async () => {
    const bytes = someBytes(300_000);
    const path = await beginUpload(through, bytes.length);
    const piece = openPiece(through, path, { offset: 0, length: bytes.length });
    await piece.write(bytes.subarray(0, 200_000));
    await untilArrived(site, path, 200_000);
    piece.cut();
    expect(await offsetOf(through, path)).toBe(200_000);
    const rest = bytes.subarray(200_000);
    expect((await sendPiece(through, path, 200_000, rest)).status).toBe(204);
    expect(readFileSync(arrivedFile(site, path)).equals(bytes)).toBe(true);
  });

  test("says that the site is being started while it is, and finds it again @soak", async () => {
    await site.kill();
    for (const answer of [
      await through.fetch("/api/rock-posts"),
      await post("/api/upload-rock", Buffer.alloc(3_000_000)),
      await post("/api/rock-posts", Buffer.alloc(3_000_000)),
      await post("/login", Buffer.alloc(30_000_000)),
    ]) {
      expect(answer.status, answer.url).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(await answer.json()).toHaveProperty("error");
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

    const from = { "x-forwarded-for": "203.0.113.9" };
    const answer = await ask("/api/ip", from, "GET", tlsURL);
    expect(answer.headers["strict-transport-security"]).toBe(
      "max-age=31536000; includeSubDomains",
    );
    // No proxy is in front of this nginx, so it believes no header.
    expect(answer.body.toString()).toBe('{"ip":"127.0.0.1"}');
  });
});

/** Whether nginx wants to have a body of 9 MB, more than a piece of a backup. */
async function asksForBody(method: string, path: string) {
  const address = path.replace(/\{\w+\}/g, "1");
  const expects = { Expect: "100-continue" };
  const verb = method.toUpperCase();
  const request = openRequest(through, address, 9_000_000, expects, verb);
  const { sending, answered, cut } = request;
  const isAsked = await Promise.race([
    once(sending, "continue").then(() => true),
    answered.then(() => false),
  ]);
  cut();
  return isAsked;
}

const askFront = (
  address: string,
  headers?: Record<string, string>,
  method?: string,
) => ask(address, headers, method, through.baseURL);
const statusOf = async (address: string) => (await askFront(address)).status;
const post = (address: string, body: BodyInit) =>
  through.fetch(address, { method: "POST", body });
