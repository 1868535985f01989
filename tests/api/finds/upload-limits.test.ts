import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { errorResponse } from "#app/http/api.server.ts";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { DomainError } from "#core/errors.ts";
import { incomingFolder } from "#domain/store/paths.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

const FORM = "multipart/form-data; boundary=b";
const begin = (field: string) =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.jpg"\r\n\r\nabc`;

describe("an upload that sends nothing more", () => {
  const rules = {
    fileField: "image",
    filesMax: 1,
    fileBytesMax: 1_000_000,
    tooMany: "One is enough.",
  };
  const silent = (first: string) =>
    new Request("http://site/", {
      method: "POST",
      headers: { "Content-Type": FORM },
      body: new ReadableStream({
        start: (sender) => sender.enqueue(Buffer.from(first)),
      }),
      duplex: "half",
    } as RequestInit);

  test("is refused with 408, and what it was writing is closed", async () => {
    const id = randomUUID();
    await expect(
      receiveUpload(silent(begin("image")), id, rules, 20),
    ).rejects.toMatchObject({ kind: "timed_out" });
    expect(existsSync(onDisk(incomingFolder(id)))).toBe(true);
    // Its slot is free again: one after the other, more uploads succeed than may run at once.
    for (let n = 0; n < 40; n++)
      await expect(
        receiveUpload(silent(""), randomUUID(), rules, 1),
      ).rejects.toMatchObject({ kind: "timed_out" });
  });
});

test("a sender who has stopped gets the connection closed with the answer", async () => {
  const answer = errorResponse(new DomainError("timed_out", "Too slow."));
  expect(answer.status).toBe(408);
  expect(answer.headers.get("connection")).toBe("close");
  expect(await answer.json()).toEqual({ error: "Too slow." });
});

describe("uploads to a site", () => {
  // Each test has addresses of its own.
  setUpSite({
    env: {
      TRUST_PROXY: "true",
      UPLOAD_PARALLEL: "2/3",
      UPLOAD_LIMITS: "3/1d",
      UPLOAD_MAX_MB: "1",
    },
  });

  const from = (address: string) => ({ "X-Forwarded-For": address });
  const send = (
    address: string,
    fields: Record<string, string> = findFields,
    images = ["plain.png"],
  ) => site.sendFind(fields, images, from(address));
  const incoming = () => {
    const folder = `${site.mediaDir}/tmp/incoming`;
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };

  /** Begins an upload that never ends, and waits until the site has begun to receive it. */
  async function hang(
    address: string,
    path: string,
    headers: Record<string, string> = {},
  ) {
    const before = incoming();
    const { hostname, port } = new URL(site.baseURL);
    const sending = httpRequest({
      hostname,
      port,
      path,
      method: path.startsWith("/api/site-pictures") ? "PUT" : "POST",
      headers: {
        "Content-Type": FORM,
        "Content-Length": 100_000,
        ...from(address),
        ...headers,
      },
    }).on("error", () => {});
    sending.write(begin(path === "/api/upload-rock" ? "images" : "image"));
    await until(() => (incoming() > before ? true : undefined));
    return sending;
  }

  test("are limited in number, each address by itself and all together", async () => {
    const cookie = await site.signIn();
    // The admin's pictures take slots as finds do.
    const first = await hang("192.0.2.1", "/api/rocks", { cookie });
    const second = await hang("192.0.2.1", "/api/upload-rock");
    const refused = await send("192.0.2.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("192.0.2.2")).status).toBe(201);

    const third = await hang("192.0.2.2", "/api/site-pictures/logo", {
      cookie,
    });
    const full = await send("192.0.2.3");
    expect(full.status).toBe(503);
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await full.json()).toEqual({ error: expect.any(String) });

    for (const sending of [first, second, third]) sending.destroy();
    await until(() => (incoming() === 0 ? true : undefined));
    expect((await send("192.0.2.1")).status).toBe(201);
  });

  test("that are refused count as finds do, those past the limit don't, and a repeat stays free", async () => {
    const mine = { ...findFields, submission_id: randomUUID() };
    expect((await send("192.0.2.11", mine)).status).toBe(201);
    expect((await send("192.0.2.11", findFields, ["note.jpg"])).status).toBe(
      415,
    );
    const form = await findForm(findFields, []);
    form.append("images", new Blob([Buffer.alloc(2_000_000)]), "large.jpg");
    const large = await site.fetch("/api/upload-rock", {
      method: "POST",
      headers: from("192.0.2.11"),
      body: form,
    });
    expect(large.status).toBe(413);

    for (const images of [["plain.png"], ["note.jpg"], []])
      expect((await send("192.0.2.11", findFields, images)).status).toBe(429);
    expect((await send("192.0.2.11", mine)).status).toBe(200);
    expect((await send("192.0.2.12")).status).toBe(201);
  });

  test("with a broken form are counted, up to the limit", async () => {
    const broken = () =>
      site.fetch("/api/upload-rock", {
        method: "POST",
        headers: { "Content-Type": FORM, ...from("192.0.2.21") },
        body: "--b\r\nContent-Disp",
      });
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await broken()).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });
});
