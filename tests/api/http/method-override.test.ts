import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  expectRefusal,
  PIECE,
  someBytes,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import {
  call,
  cookie,
  get,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

/** What a network that refuses PUT, PATCH and DELETE still lets through. */

setUpSite();

/** Headers of a POST that stands for this method, by the admin. */
const as = (method: string, more: Record<string, string> = { cookie }) => ({
  "X-HTTP-Method-Override": method,
  ...more,
});

const addArtist = async (display_name: string) =>
  (await call("POST /api/users", { display_name })).body.ra_key;
const artists = () => site.column("SELECT display_name FROM users");

describe("a POST with X-HTTP-Method-Override", () => {
  test("does what PUT, PATCH and DELETE do, in any letter case", async () => {
    const key = await addArtist("Ada");
    const saved = await call<{ display_name: string }>(
      `POST /api/users/${key}`,
      { display_name: "Zoe", relation: "" },
      as("PUT"),
    );
    expect([saved.status, saved.body.display_name]).toEqual([200, "Zoe"]);

    const { pa_key } = await addAlbum(site, { name: "lake", photos: [] });
    const address = `POST /api/albums/${pa_key}/show`;
    const hidden = await call(address, { show: false }, as("patch"));
    expect([hidden.status, hidden.body]).toEqual([200, { show: false }]);

    const removed = await send(
      `POST /api/users/${key}/`,
      undefined,
      as("DELETE"),
    );
    expect(removed.status).toBe(204);
    expect(removed.headers.get("trash-key")).toMatch(/^\d+$/);
    expect(artists()).not.toContain("Zoe");
  });

  test("takes a form with a picture", async () => {
    const form = new FormData();
    const image = new Uint8Array(await readFile(fixture("plain.png")));
    form.set("image", new Blob([image]), "ours.png");
    const { status } = await send(
      "POST /api/site-pictures/logo",
      form,
      as("PUT"),
    );
    expect(status).toBe(202);
    await site.untilIdle();
  });

  test("sends and removes a piece of an upload", async () => {
    const bytes = someBytes(5000);
    const path = await beginUpload(site, bytes.length);
    const tus = { "Tus-Resumable": "1.0.0" };
    const sent = await site.fetch(path, {
      method: "POST",
      headers: as("PATCH", { ...tus, ...PIECE, "Upload-Offset": "0" }),
      body: bytes,
    });
    expect([sent.status, sent.headers.get("upload-offset")]).toEqual([
      204,
      "5000",
    ]);
    expect(readFileSync(arrivedFile(site, path))).toEqual(bytes);
    const removed = await send(`POST ${path}`, undefined, as("DELETE", tus));
    expect(removed.status).toBe(204);
    expect((await askUpload(site, path)).status).toBe(404);
  });

  test("is guarded as that method is: the session of each call", async () => {
    for (const [name, { access }] of Object.entries(calls)) {
      const [method = "", path = ""] = name.split(" ");
      if (!/^(PUT|PATCH|DELETE)$/.test(method) || access === "everyone")
        continue;
      const address = path.replace(/:\w+/g, "1");
      const { status } = await send(
        `POST ${address}`,
        undefined,
        as(method, {}),
      );
      expect([name, status]).toEqual([name, access === "setup" ? 410 : 401]);
    }
  });

  test("is guarded as that method is: origin, password, version, length and path", async () => {
    const key = await addArtist("Ida");
    const body = { display_name: "Eve", relation: "" };
    const post = (address: string, more: object, sent: unknown = body) =>
      send(`POST ${address}`, sent, { cookie, ...more });
    const artist = `/api/users/${key}`;

    for (const [name, value] of [
      ["Origin", "https://elsewhere.example"],
      ["Sec-Fetch-Site", "cross-site"],
    ] as const)
      await expectRefusal(
        await post(artist, as("PUT", { [name]: value })),
        403,
      );
    // The one address that takes a POST from everywhere takes no other method from anywhere.
    const fromMail = await post(
      "/api/follow/one-click",
      as("DELETE", { Origin: "https://elsewhere.example" }),
    );
    expect(fromMail.status).toBe(405);
    expect(fromMail.headers.get("allow")).toBe("GET, HEAD, POST");

    await expectRefusal(
      await post(artist, as("PUT", { "If-Match": '"stale"' })),
      409,
    );
    await expectRefusal(
      await post(artist, as("PUT"), { ...body, relation: "x".repeat(70_000) }),
      413,
    );
    await expectRefusal(await post("/api/users", as("PUT")), 405);
    await expectRefusal(await post("/api/nothing", as("PUT")), 404);

    site.alter("UPDATE admin_sessions SET confirmed_at = 0");
    const settings = await call("POST /api/settings", {}, as("PUT"));
    expect([settings.status, settings.body.fields]).toEqual(
      await call("PUT /api/settings", {}).then(({ status, body }) => [
        status,
        body.fields,
      ]),
    );
    expect(settings.status).toBe(403);
    expect(artists()).toContain("Ida");
  });

  test("is refused with a sentence if it names any other method", async () => {
    const key = await addArtist("Eva");
    for (const method of ["GET", "POST", "HEAD", "TRACE", "", "PUT, DELETE"]) {
      const answer = await send(`POST /api/users/${key}`, {}, as(method));
      await expectRefusal(answer, 400);
    }
    expect(artists()).toContain("Eva");
  });

  test("is logged with the method that it stands for", async () => {
    await send("POST /api/users/4711", undefined, as("DELETE"));
    await expect
      .poll(() => site.lines.filter((line) => line.includes("/api/users/4711")))
      .toEqual([expect.stringContaining('"method":"DELETE"')]);
  });
});

test("no other method, and no address outside the API, is overridden", async () => {
  const key = await addArtist("Ivo");
  const read = await get("/api/users", as("DELETE"));
  expect(read.status).toBe(200);
  const saved = await send(`PUT /api/users/${key}`, {}, as("DELETE"));
  expect(saved.status).toBe(200);
  expect(artists()).toContain("Ivo");
  const body = new URLSearchParams({ username: "x", password: "y" });
  const signIn = await site.fetch("/login", {
    method: "POST",
    headers: as("DELETE", {}),
    body,
  });
  expect(signIn.status).toBe(401);
});

test("the API's description says so", async () => {
  const { info } = (await (await get("/api/openapi.json")).json()) as {
    info: { description: string };
  };
  expect(info.description).toContain("X-HTTP-Method-Override");
});
