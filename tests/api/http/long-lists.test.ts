import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { stream } from "#app/http/api.server.ts";
import { REQUEST_ID_HEADER } from "#app/http/request/headers.ts";
import { noteResponse } from "#app/http/request/node-responses.server.ts";
import { generateSite } from "#bench/generate/site.mjs";
import { call, setUpSite, send } from "#tests/setup/vitest/site.ts";

const ROCKS = 250;
const POSTS = 1_200;

const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-lists-"));
const DATABASE_PATH = path.join(folder, "site.sqlite");
beforeAll(async () => {
  await generateSite({ rocks: ROCKS, posts: POSTS, database: DATABASE_PATH });
  return () => rm(folder, { recursive: true, force: true });
});
setUpSite({ env: { DATABASE_PATH } });

test("a whole list is its pages, one after the other, in every order", async () => {
  for (const list of ["/api/rocks", "/api/rocks?sort=-comment"]) {
    const whole = (await call<{ rock_number: number }[]>(`GET ${list}`)).body;
    expect(whole).toHaveLength(ROCKS);
    const pages: unknown[] = [];
    const mark = list.includes("?") ? "&" : "?";
    for (let address = `${list}${mark}limit=100`; address;) {
      const page: Response = await send(`GET ${address}`);
      pages.push(...((await page.json()) as unknown[]));
      address = /<(.+?)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(whole).toEqual(pages);
  }
});

const CHUNK = "x".repeat(100_000);
const CHUNKS = 2_000;
/** The kernel holds a few megabytes between two processes, or within one. */
const TAKEN_MAX = 300;

test("a long list waits for a client that takes nothing, and ends when the client goes", async () => {
  let made = 0;
  async function* make() {
    for (; made < CHUNKS; made++) yield CHUNK;
  }
  const server = createServer((_asked, response) => {
    noteResponse("this-one", response);
    const { body } = stream(
      new Request("http://localhost", {
        headers: { [REQUEST_ID_HEADER]: "this-one" },
      }),
      make(),
      {},
    );
    // As Remix does: it doesn't look whether the client has taken anything.
    void (async () => {
      const chunks = body as unknown as AsyncIterable<Uint8Array>;
      for await (const chunk of chunks) response.write(chunk);
      response.end();
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: "127.0.0.1" }).on("error", () => {});
  client.end();
  const [answer] = (await once(client, "response")) as [IncomingMessage];
  answer.pause();
  for (let turn = 0; turn < 3 * CHUNKS; turn++) await setImmediate();
  expect(made).toBeLessThan(TAKEN_MAX);
  client.destroy();
  await once(server.close(), "close");
  expect(made).toBeLessThan(TAKEN_MAX);
});

test("a client that takes all of a long list gets all of it", async () => {
  const { body } = await call("GET /api/journey-admin");
  expect(body).toHaveLength(POSTS);
  expect(new Set(body.map(({ rps_key }) => rps_key)).size).toBe(POSTS);
});
