import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** Sends the address exactly as it is written, because `fetch` would correct it. */
const ask = (address: string, headers = {}, method = "GET") =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(site.baseURL);
    request({ hostname, port, path: address, headers, method }, (answer) => {
      let body = "";
      answer.on("data", (part) => (body += part));
      answer.on("end", () => resolve({ status: answer.statusCode!, body }));
    })
      .on("error", reject)
      .end();
  });

describe("an address in absolute form", () => {
  test.each([
    "http://rocks.example.org/api/rock-posts/totals",
    "HTTPS://rocks.example.org:8443/api/rock-posts/totals?a=b",
  ])("%s is answered as its path is", async (address) => {
    const plain = await ask("/api/rock-posts/totals");
    expect(await ask(address)).toEqual(plain);
    expect(plain.status).toBe(200);
  });

  test("without a path is the home page", async () => {
    for (const address of ["http://rocks.example.org", "http://a.example?b=c"])
      expect((await ask(address)).body).toContain("<h1");
  });

  test.each([
    ["http://", 400],
    ["http://exa%20mple/", 400],
    ["http://rocks.example.org/%", 404],
    ["ftp://rocks.example.org/", 404],
    ["*", 404],
  ])("%s, which can't be read, is refused", async (address, status) => {
    const method = address === "*" ? "OPTIONS" : "GET";
    expect((await ask(address, {}, method)).status).toBe(status);
  });
});

test.each([
  "/api/rock-posts/%0A",
  "/api/review/a%0D%0Ab/images/",
  "/%E2%80%A8",
])("%s, a path with a line break, is refused in JSON", async (address) => {
  const { status, body } = await ask(address);
  expect([status, JSON.parse(body)]).toEqual([
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
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { error: "There is no such address." },
    ]);
  });

  test("is counted without its query, and one of 16 gets the page that says so", async () => {
    const { status, body } = await ask(`${parts}?a=${"/a".repeat(99)}`);
    expect(status).toBe(404);
    expect(body).toContain("<html");
  });
});

test("no address tells of routes to whoever names paths", async () => {
  const { status } = await ask("/__manifest?p=%2Frocks%2F7&version=1");
  expect(status).toBe(404);
});

describe("a form on a finder's page", () => {
  const find_key = randomBytes(16).toString("base64url");
  let address: string;
  beforeAll(async () => {
    const fields = {
      rockNumber: "7",
      location: "Here",
      comment: "Found.",
      date: "2026-05-17",
      find_key,
    };
    const { uuid } = (await (await site.sendFind(fields)).json()) as {
      uuid: string;
    };
    address = `${site.baseURL}/finds/${uuid}.data`;
  });

  test.each(["key", "intent", "location"])(
    "whose %s is a file is refused, and changes nothing",
    async (name) => {
      const form = new FormData();
      form.set("intent", "delete");
      form.set("key", find_key);
      form.set(name, new Blob(["x"]), "x.txt");
      const answer = await fetch(address, { method: "POST", body: form });
      expect(answer.status).toBe(400);
      expect(site.query("SELECT uuid FROM rock_posts")).toHaveLength(1);
    },
  );
});

describe("a call with a body", () => {
  const call = (path: string, body: string | undefined, type?: string) =>
    site.fetch(`/api${path}`, {
      method: path.startsWith("/site-texts") ? "PUT" : "POST",
      headers: { cookie, ...(type ? { "Content-Type": type } : {}) },
      body: body === undefined ? undefined : Buffer.from(body),
    });

  test.each(["[]", '[{"text":"a"}]', "null", "7", '"text"', "true"])(
    "%s, which is no object, is refused",
    async (body) => {
      for (const path of ["/site-texts", "/create-images"]) {
        const answer = await call(path, body, "application/json");
        expect([path, answer.status]).toEqual([path, 400]);
      }
    },
  );

  test.each([
    undefined,
    "text/plain",
    "text/plain; charset=application/json",
    "application/x-www-form-urlencoded",
    "application/jsonp",
  ])("of type %s is refused with 415", async (type) => {
    const refused = await call("/site-texts", '{"story":"A."}', type);
    expect(refused.status).toBe(415);
    expect(await refused.json()).toEqual({
      error: expect.stringContaining("application/json"),
    });
  });

  test("of any JSON type is taken, and without a body no type is needed", async () => {
    for (const type of [
      "application/json",
      "Application/JSON; charset=utf-8",
      "application/merge-patch+json",
    ])
      expect((await call("/site-texts", "{}", type)).status).toBe(200);
    expect(
      (await call("/albums", '{"name":"sea"}', "application/json")).status,
    ).toBe(201);
    for (const path of [
      "/journey-admin/1/toggle-show",
      "/albums/sea/init-folder",
      "/albums/sync",
      "/create-images",
      "/albums/reorder-all",
    ])
      expect((await call(path, undefined)).ok, path).toBe(true);
  });
});

test("Markdown of any depth is saved, previewed and shown", async () => {
  for (const story of [
    ">".repeat(19_990),
    "- ".repeat(9_000) + "deep",
    "*".repeat(9_000) + "deep" + "*".repeat(9_000),
  ]) {
    for (const [path, method, body] of [
      ["/api/site-texts/preview", "POST", { text: story }],
      ["/api/site-texts", "PUT", { story }],
    ] as const) {
      const answer = await site.fetch(path, {
        method,
        headers: { cookie, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    }
    expect((await ask("/")).status).toBe(200);
  }
});
