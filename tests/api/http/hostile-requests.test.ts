import { EventEmitter, once } from "node:events";
import { readdirSync } from "node:fs";
import {
  createServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { stream } from "#app/http/api.server.ts";
import { REQUEST_ID_HEADER } from "#app/http/request/headers.ts";
import { noteResponse } from "#app/http/request/node-responses.server.ts";
import {
  logEvent,
  noteEvent,
} from "#app/http/request/security-events.server.ts";
import { readLog } from "#tests/setup/log.ts";
import { until } from "#tests/setup/until.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const open = async () => {
  const { hostname, port } = new URL(site.baseURL);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
};

const get = (address: string) =>
  `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const ASSET = "/favicon.png";

test("requests that a client sends ahead are answered in their order", async () => {
  const socket = await open();
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.write(get("/api/ip") + get(ASSET) + get("/api/nothing"));
  await until(() => text.includes('"error"'));
  const answers = text.match(/HTTP\/1.1 \d+|"ip"|\x89PNG|"error"/g);
  expect(answers).toEqual([
    "HTTP/1.1 200",
    '"ip"',
    "HTTP/1.1 200",
    "\x89PNG",
    "HTTP/1.1 404",
    '"error"',
  ]);
  socket.destroy();
});

test("a client that sends thousands of requests ahead is cut", async () => {
  const socket = await open();
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => {});
  socket.write(get("/api/rock-posts").repeat(5000));
  await closed;
});

test.runIf(process.platform === "linux")(
  "of connections that are reset with requests sent ahead, no open file is left",
  async () => {
    // Larger than what a response that waits holds, so that its file stays open.
    const [script] = readdirSync("build/client/assets").filter((name) =>
      /^framework-.*\.js$/.test(name),
    );
    const countFiles = () => readdirSync(`/proc/${site.pid()}/fd`).length;
    const before = countFiles();
    for (let n = 0; n < 50; n++) {
      const socket = await open();
      socket.write(get(`/assets/${script}`).repeat(20));
      await once(socket, "data");
      socket.resetAndDestroy();
    }
    await until(() => countFiles() <= before);
  },
);

test("JSON of more than 64 kB is refused, but for the site's long texts", async () => {
  const story = "石".repeat(20_000);
  expect((await call("PUT /api/site-texts", { story })).status).toBe(200);
  const name = "x".repeat(65_536);
  expect((await call("POST /api/albums", { name })).status).toBe(413);
});

test("a list that is too long is refused by its length, whatever its elements are", async () => {
  const finds = Array.from({ length: 20_000 }, () => 0);
  const { status, body } = await call("POST /api/finds/states", { finds });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ finds: "Ask for 50 finds at most." });
});

test("a sign-in of more than 4 kB is refused before its fields are read", async () => {
  const answer = await site.fetch("/login", {
    method: "POST",
    body: new URLSearchParams({
      username: "admin",
      password: "x".repeat(4096),
    }),
  });
  expect(answer.status).toBe(413);
});

test("an event of a request whose client has gone is not kept", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const id = "7b0c";
  const request = new Request("http://localhost/", {
    headers: { [REQUEST_ID_HEADER]: id },
  });
  const log = () => {
    write.mockClear();
    const asked = { address: "203.0.113.7", method: "POST", path: "/login" };
    logEvent({ id, ...asked, status: 200 });
    return write.mock.calls.length;
  };
  const response = new EventEmitter() as ServerResponse;
  noteResponse(id, response);
  noteEvent(request, { event: "sign-in failed" });
  expect(log()).toBe(1);
  response.emit("close");
  noteEvent(request, { event: "sign-in failed" });
  expect(log()).toBe(0);
});

test("a form whose sender goes away in the middle leaves no error in the log", async () => {
  const { hostname, port } = new URL(site.baseURL);
  for (const path of ["/login", "/api/review/a", "/api/rock-count"]) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nusername=`,
      () => setTimeout(() => socket.destroy(), 50),
    );
    await until(() =>
      readLog(site.lines, "request").find((line) => line.path === path),
    );
  }
  // What comes after them is logged after them.
  await site.fetch("/api/rock-posts/totals");
  await until(() =>
    readLog(site.lines, "request").find(
      ({ path }) => path === "/api/rock-posts/totals",
    ),
  );
  expect(readLog(site.lines, "a request failed")).toEqual([]);
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
