import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { until } from "#tests/setup/until.ts";

setUpSite({});

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
  await until(() => (text.includes('"error"') ? true : undefined));
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
    await until(() => (countFiles() <= before ? true : undefined));
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
