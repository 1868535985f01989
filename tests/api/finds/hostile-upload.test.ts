import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import http from "node:http";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const EMPTY_SEGMENT = Buffer.from([0xff, 0xe1, 0, 2]);
const photo = readFileSync(fixture("greyscale.jpg"));
/** A photo with this many empty segments before its picture. */
const stuffed = (segments: number) =>
  Buffer.concat([
    photo.subarray(0, 2),
    Buffer.alloc(segments * EMPTY_SEGMENT.length, EMPTY_SEGMENT),
    photo.subarray(2),
  ]);

/** Four photos with nearly as many segments as are allowed, then one with far more. */
const uploads = [
  ...Array.from({ length: 4 }, () => stuffed(95_000)),
  stuffed(6_000_000),
];

/** Encodes the form of a find with these pictures. */
async function encodeFind(pictures: Buffer[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(findFields)) form.set(name, value);
  for (const [n, bytes] of pictures.entries())
    form.append("images", new Blob([new Uint8Array(bytes)]), `${n}.jpg`);
  const encoded = new Request("http://site", { method: "POST", body: form });
  return {
    type: encoded.headers.get("content-type")!,
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** The CPU time of each of the site's threads, in hundredths of a second. */
async function workOfThreads() {
  const tasks = `/proc/${site.pid()}/task`;
  const work = new Map<number, number>();
  for (const thread of await readdir(tasks)) {
    const stat = await readFile(`${tasks}/${thread}/stat`, "utf8");
    const fields = stat.split(") ")[1]!.split(" ");
    work.set(Number(thread), Number(fields[11]) + Number(fields[12]));
  }
  return work;
}

test("hostile pictures are refused, and others are answered while they are checked", async () => {
  const { type, body } = await encodeFind(uploads);
  let isAnswered = false;
  let isSent = () => {};
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  const answer = new Promise<{ status: number; text: string }>(
    (resolve, reject) => {
      const request = http.request(
        `${site.baseURL}/api/upload-rock`,
        {
          method: "POST",
          headers: { "Content-Type": type, "Content-Length": body.length },
        },
        (response) => {
          isAnswered = true;
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (text += chunk));
          response.on("end", () =>
            resolve({ status: response.statusCode!, text }),
          );
        },
      );
      request.on("error", reject);
      request.on("finish", isSent);
      request.end(body);
    },
  );

  await sent;
  let answeredMeanwhile = 0;
  while (!isAnswered) {
    expect((await site.fetch("/api/ip")).status).toBe(200);
    if (!isAnswered) answeredMeanwhile++;
  }
  expect(answeredMeanwhile).toBeGreaterThan(0);
  const { status, text } = await answer;
  expect(status).toBe(415);
  expect(JSON.parse(text)).toMatchObject({
    error: expect.stringContaining("damaged"),
  });
});

test.runIf(process.platform === "linux")(
  "the check is the work of a thread of its own",
  async () => {
    const before = await workOfThreads();
    // It has many segments but few bytes.
    const { type, body } = await encodeFind(uploads.slice(0, 4));
    for (let round = 0; round < 3; round++) {
      const answer = await site.fetch("/api/upload-rock", {
        method: "POST",
        headers: { "Content-Type": type },
        body,
      });
      expect(answer.status).toBe(201);
    }
    const after = await workOfThreads();
    const done = [...after].map(
      ([thread, work]) => [thread, work - (before.get(thread) ?? 0)] as const,
    );
    const [busiest] = done.sort(([, a], [, b]) => b - a)[0]!;
    expect(busiest).not.toBe(site.pid());
  },
);

test("a field in an unknown charset is taken as it is, and the site goes on", async () => {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=x-unknown\r\n\r\n${value}\r\n`;
  const fields = Object.entries({ ...findFields, rockNumber: "none" });
  const answer = await site.fetch("/api/upload-rock", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body: `${fields.map(([name, value]) => part(name, String(value))).join("")}--x--\r\n`,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    fields: { rockNumber: expect.any(String) },
  });
  expect((await site.fetch("/healthz")).status).toBe(200);
});

test.each([
  ["without a name", "images", ""],
  ["whose name is a folder", "images", ".."],
  ["of another field", "website", "a.jpg"],
])(
  "a form that ends inside a file %s is refused, and the site goes on",
  async (_what, field, fileName) => {
    const answer = await site.fetch("/api/upload-rock", {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\nhalf of it`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/ended too early|sent as images/),
    });
    expect((await site.fetch("/healthz")).status).toBe(200);
  },
);
