import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { stream } from "#app/http/api.server.ts";
import { REQUEST_ID_HEADER } from "#app/http/request/headers.ts";
import { logWhenAnswered } from "#app/http/request/log.server.ts";
import { postLogin } from "#tests/setup/calls/account-calls.ts";
import { readLog } from "#tests/setup/log.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  get,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const open = async () => {
  const { hostname, port } = new URL(site.baseURL);
  const socket = connect(Number(port), hostname).on("error", () => {});
  await once(socket, "connect");
  return socket;
};
const asking = (address: string) =>
  `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test("requests that a client sends ahead are answered in their order, and thousands of them cut it", async () => {
  const socket = await open();
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.write(
    ["/api/ip", "/favicon.png", "/api/nothing"].map(asking).join(""),
  );
  await until(() => text.includes('"error"'));
  const answers = text.match(/HTTP\/1.1 \d+|"ip"|\x89PNG|"error"/g);
  expect(answers!.join(" ")).toBe(
    'HTTP/1.1 200 "ip" HTTP/1.1 200 \x89PNG HTTP/1.1 404 "error"',
  );
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write(asking("/api/rock-posts").repeat(5000));
  await closed;
});

const HOST = "Host: 127.0.0.1\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const POST = `POST /api/rock-count HTTP/1.1\r\n${HOST}`;

const HARDLY_HTTP = [
  "\u0016\u0003\u0001\u0002\u0000\u0001",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /${"a".repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`,
  `GET / HTTP/1.1\r\n${HOST}${"A: b\r\n".repeat(1200)}\r\n`,
  `GET / HTTP/1.1\r\n${HOST}No-Colon\r\n\r\n`,
  `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${HOST}\r\n`,
  `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
  `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  `${POST}Content-Length: 0x5\r\n\r\nhello`,
  `${POST}${CHUNKED}Content-Length: 5\r\n\r\n0\r\n\r\n`,
  `${POST}${CHUNKED}\r\nfffffffffffffffff\r\nhello`,
  `${POST}${CHUNKED}\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n`,
];

test("bytes that are hardly HTTP are refused, or left without an answer, and break nothing", async () => {
  for (const bytes of HARDLY_HTTP) {
    const socket = await open();
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.end(bytes, "latin1");
    await once(socket, "close");
    expect(text, bytes.slice(0, 200)).not.toMatch(/^HTTP\/1.1 5/m);
    expect((await get("/healthz")).status).toBe(200);
  }
});

test.runIf(process.platform === "linux")(
  "of connections that are reset with requests sent ahead, no open file is left",
  async () => {
    // Larger than what a response that waits holds, so that its file stays open.
    const script = readdirSync("build/client/assets").find((name) =>
      /^framework-.*\.js$/.test(name),
    );
    const countFiles = () => readdirSync(`/proc/${site.pid()}/fd`).length;
    const before = countFiles();
    for (let n = 0; n < 50; n++) {
      const socket = await open();
      socket.write(asking(`/assets/${script}`).repeat(20));
      await once(socket, "data");
      socket.resetAndDestroy();
    }
    await until(() => countFiles() <= before);
  },
);

test("what is sent is refused by its length before it is read: JSON of more than 64 kB, but for the site's long texts, a sign-in of more than 4 kB, a list of too many", async () => {
  const story = "石".repeat(20_000);
  expect(await statusOf("PUT /api/site-texts", { story })).toBe(200);
  const name = "x".repeat(65_536);
  expect(await statusOf("POST /api/albums", { name })).toBe(413);
  const password = "x".repeat(4096);
  const { status } = await postLogin(site, { username: "admin", password });
  expect(status).toBe(413);
  const finds = Array.from({ length: 20_000 }, () => 0);
  expect(await call("POST /api/finds/states", { finds })).toMatchObject({
    status: 400,
    body: { fields: { finds: "Ask for 50 finds at most." } },
  });
});

test("a form whose sender goes away in the middle leaves no error in the log", async () => {
  const untilLogged = (address: string) =>
    until(() =>
      readLog(site.lines, "request").some(({ path }) => path === address),
    );
  for (const path of ["/login", "/api/review/a", "/api/rock-count"]) {
    const socket = await open();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nusername=`,
      () => setTimeout(() => socket.destroy(), 50),
    );
    await untilLogged(path);
  }
  // What comes after them is logged after them.
  await get("/api/rock-posts/totals");
  await untilLogged("/api/rock-posts/totals");
  expect(readLog(site.lines, "a request failed")).toEqual([]);
});

const CHUNKS = 2_000;
/** The kernel holds a few megabytes between two processes, or within one. */
const TAKEN_MAX = 300;

test("a long list waits for a client that takes nothing, and ends when the client goes", async () => {
  let made = 0;
  async function* make() {
    for (; made < CHUNKS; made++) yield "x".repeat(100_000);
  }
  const server = createServer((sent, response) => {
    logWhenAnswered(sent, response);
    const id = String(sent.headers[REQUEST_ID_HEADER]);
    const headers = { [REQUEST_ID_HEADER]: id };
    const asked = new Request("http://localhost", { headers });
    const { body } = stream(asked, make(), {});
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
  const [answer] = (await once(client.end(), "response")) as [IncomingMessage];
  answer.pause();
  for (let turn = 0; turn < 3 * CHUNKS; turn++) await setImmediate();
  expect(made).toBeLessThan(TAKEN_MAX);
  client.destroy();
  await once(server.close(), "close");
  expect(made).toBeLessThan(TAKEN_MAX);
});
